package page

import (
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// linkedData says the event in the words of schema.org.
func (p *Pages) linkedData(e *events.EventView, organizer, url string, w *Words, at *venues.EventPlace) map[string]any {
	d := linkedEvent(e.Details.Title, url, e.Event.StartsAt.Time().In(e.Event.Zone), e.Event.EndsAt.Time().In(e.Event.Zone), e.Event.Status)
	d["@context"], d["organizer"] = "https://schema.org", map[string]any{"@type": "Organization", "name": organizer, "url": HostURL(p.cfg.Origin, e.Event.OrgID)}
	if e.MovedFrom != 0 && e.Event.Status == inventory.Published {
		d["eventStatus"], d["previousStartDate"] = "https://schema.org/EventRescheduled", e.MovedFrom.Time().In(e.Event.Zone).Format(time.RFC3339)
	}
	if offers := linkedOffers(e, url, inventory.At(p.cfg.Now())); offers != nil {
		d["offers"] = offers
	}
	if tiers := shownTiers(e); len(tiers) > 0 && !slices.ContainsFunc(tiers, func(t inventory.Tier) bool { return t.Paid() }) {
		d["isAccessibleForFree"] = true
	}
	if name := e.Details.CoverPicture; name != "" {
		d["image"] = pictureURLs(p.cfg.Origin, name, &e.Details.Cover)
	} else {
		d["image"] = []string{p.cfg.Origin + previewPath(e, organizer, w)}
	}
	labels := e.Details.Labels()
	linkedLabels(d, &labels)
	if _, said := d["inLanguage"]; !said && writtenIn(e) != "" {
		d["inLanguage"] = writtenIn(e)
	}
	if e.Series != nil {
		d["superEvent"] = map[string]any{"@type": "EventSeries", "name": e.Series.Title, "url": SeriesURL(p.cfg.Origin, e.Series.ID)}
	}
	if e.Details.Description != "" {
		d["description"] = summary(e.Details.Description)
	}
	if e.Details.Location != "" {
		d["eventAttendanceMode"] = offline
		place := linkedPlace(e.Details.Location)
		if latitude, longitude, ok := strings.Cut(e.Details.Coordinates, ","); ok {
			place["geo"] = map[string]any{"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}
		}
		if has := w.facilities(at); len(has) > 0 {
			list := make([]map[string]any, len(has))
			for i, name := range has {
				list[i] = map[string]any{"@type": "LocationFeatureSpecification", "name": name, "value": true}
			}
			place["amenityFeature"] = list
		}
		d["location"] = place
	}
	switch {
	case e.Details.OnlineURL != "":
		linkedOnline(d, url)
	case d["location"] == nil: // search engines want a place: that it is still to come is what is known of it
		d["location"] = linkedPlace(w.WhereOpen)
	}
	return d
}

// offline is said of what takes place at a place alone.
const offline = "https://schema.org/OfflineEventAttendanceMode"

// linkedOnline says that an event takes place online, too where it has a place: at its own
// page, for where it does is told to ticket holders only.
func linkedOnline(d map[string]any, url string) {
	online := map[string]any{"@type": "VirtualLocation", "url": url}
	if place, ok := d["location"]; ok {
		d["eventAttendanceMode"], d["location"] = "https://schema.org/MixedEventAttendanceMode", []any{place, online}
		return
	}
	d["eventAttendanceMode"], d["location"] = "https://schema.org/OnlineEventAttendanceMode", online
}

// linkedEvent says what every event has in the words of schema.org. starts and ends are in
// the zone of the event.
func linkedEvent(name, url string, starts, ends time.Time, state inventory.EventStatus) map[string]any {
	status := "https://schema.org/EventScheduled"
	switch state {
	case inventory.Cancelled:
		status = "https://schema.org/EventCancelled"
	case inventory.Postponed: // startDate stays the former one
		status = "https://schema.org/EventPostponed"
	}
	return map[string]any{
		"@type": "Event", "name": name, "url": url, "eventStatus": status,
		"startDate": starts.Format(time.RFC3339), "endDate": ends.Format(time.RFC3339),
	}
}

// linkedPlace says where something takes place in the words of schema.org.
func linkedPlace(location string) map[string]any {
	return map[string]any{"@type": "Place", "name": location, "address": location}
}

// leastPaid is the least that is paid for an order of one ticket of a tier, with its fees.
func leastPaid(t *inventory.Tier, fees []*inventory.Tier, currency string) int64 {
	gross := inventory.Charged(t.LeastPrice(), 0, currency).Gross
	return gross + inventory.FeesOfOne(fees, gross, currency)
}

// linkedOffers says in the words of schema.org what the tickets cost that everybody sees, as a
// buyer pays it, and whether there are any: an offer for each kind that is on sale or will be. What
// is sold no more has none.
func linkedOffers(e *events.EventView, url string, now inventory.Instant) []map[string]any {
	var list []map[string]any
	currency := e.Event.Settings.Orders.Currency
	tiers, fees := shownTiers(e), inventory.Fees(e.Tiers)
	for i := range tiers {
		t := &tiers[i]
		if e.Event.Status != inventory.Published || t.SaleEnds != 0 && now >= t.SaleEnds || now >= e.Event.RegistrationEnds() {
			continue
		}
		begins := t.SaleStarts
		if room := &e.Event.Settings.Onsale; room.Mode != inventory.OnsaleOpen && !room.Closed {
			begins = max(begins, room.ServesAt)
		}
		o := linkedOffer(url, now < begins, Free(e, t) > 0)
		o["name"], o["price"] = t.Name, "0"
		if currency != "" {
			o["priceCurrency"], o["price"] = currency, decimal(leastPaid(t, fees, currency), currency)
		}
		if t.Chosen() {
			o["priceSpecification"] = map[string]any{
				"@type": "PriceSpecification", "priceCurrency": currency, "minPrice": decimal(leastPaid(t, fees, currency), currency),
				"maxPrice": decimal(t.PriceMax+inventory.FeesOfOne(fees, t.PriceMax, currency), currency),
			}
		}
		if begins != 0 {
			o["validFrom"] = begins.Time().In(e.Event.Zone).Format(time.RFC3339)
		}
		if t.SaleEnds != 0 {
			o["validThrough"] = t.SaleEnds.Time().In(e.Event.Zone).Format(time.RFC3339)
		}
		list = append(list, o)
	}
	return list
}

// linkedOffer says in the words of schema.org whether something is available: before its sale
// begins, whatever is set aside until then, it will be.
func linkedOffer(url string, before, free bool) map[string]any {
	availability := "https://schema.org/SoldOut"
	switch {
	case before:
		availability = "https://schema.org/PreOrder"
	case free:
		availability = "https://schema.org/InStock"
	}
	return map[string]any{"@type": "Offer", "url": url, "availability": availability}
}
