package store

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// SettingsRoundTrip stores settings in which every field has a value of its own,
// and returns how those that are read differ, and which fields no value was found
// for or have no name to be stored by.
func SettingsRoundTrip() (diff string, unset []string, err error) {
	var wrote inventory.Settings
	fill(reflect.ValueOf(&wrote), new(int64))
	text, err := events.SettingsField{Settings: &wrote}.Encode()
	if err != nil {
		return "", nil, err
	}
	var read inventory.Settings
	err = events.SettingsField{Settings: &read}.Decode(text)
	unset = append(zeroFields(reflect.ValueOf(wrote), ""), untagged(reflect.TypeOf(wrote), "")...)
	return cmp.Diff(wrote, read), unset, err
}

// DetailsRoundTrip changes every detail of an event, and returns how the changed
// details differ, and the columns that the change writes and the row does not have.
func DetailsRoundTrip() (diff string, unknown []string) {
	var want, got events.Details
	fill(reflect.ValueOf(&want), new(int64))
	columns := events.EventTable.Fields(new(events.EventRecord))
	for name := range want.All().Apply(&got) {
		if !slices.ContainsFunc(columns, func(f table.Field) bool { return f.Column == name && f.Group == events.ChangedDetails }) {
			unknown = append(unknown, name)
		}
	}
	later := new(events.DetailsChange).Then(want.All())
	var merged events.Details
	later.Apply(&merged)
	return cmp.Diff(want, got) + cmp.Diff(want, merged), unknown
}

// FieldsNotStored are the fields of what batches write that no column of its
// table stands beside: those that are derived, or have tables of their own.
func FieldsNotStored() map[string][]string {
	missing := map[string][]string{}
	note := func(name string, v any, columns []table.Field) {
		var stored []uintptr
		for _, f := range columns {
			if stored = append(stored, f.Encoded...); f.Plain != nil {
				stored = append(stored, reflect.ValueOf(f.Plain).Pointer())
			}
		}
		if fields := notAmong(reflect.ValueOf(v).Elem(), "", stored); len(fields) > 0 {
			missing[name] = fields
		}
	}
	hold, entry, offer, person := new(inventory.Hold), new(inventory.Entry), new(inventory.Offer), new(inventory.Person)
	note("Hold", hold, events.HoldTable.Fields(hold))
	note("Entry", entry, events.EntryTable.Fields(entry))
	note("Offer", offer, events.OfferTable.Fields(offer))
	note("Person", person, events.PersonTable.Fields(person))
	pool, tier, lane, code := new(inventory.Pool), new(inventory.Tier), new(inventory.Lane), new(inventory.PriceCode)
	note("Pool", pool, events.PoolTable.Fields(pool))
	note("Tier", tier, events.TierTable.Fields(tier))
	note("Lane", lane, events.LaneTable.Fields(lane))
	note("PriceCode", code, events.CodeTable.Fields(code))
	transfer, exchange, refund, message := new(inventory.Transfer), new(inventory.Exchange), new(inventory.Refund), new(inventory.Message)
	note("Transfer", transfer, events.TransferTable.Fields(transfer))
	invitation := new(inventory.Invitation)
	note("Invitation", invitation, events.InvitationTable.Fields(invitation))
	note("Exchange", exchange, events.ExchangeTable.Fields(exchange))
	note("Refund", refund, events.RefundTable.Fields(refund))
	note("Message", message, events.MessageTable.Fields(message))
	order, item, row, event := events.NewOrderRow(), events.NewItemRow(), events.NewAuditRow(), new(events.EventRecord)
	note("Order", order.Order, events.OrderTable.Fields(order))
	note("Item", item.Item, events.ItemTable.Fields(item))
	note("AuditRow", row.AuditRow, events.AuditTable.Fields(row))
	note("Event", event, events.EventTable.Fields(event))
	return missing
}

// notAmong are the paths of the fields of v that have none of the addresses.
func notAmong(v reflect.Value, path string, stored []uintptr) (missing []string) {
	for i := range v.NumField() {
		f, name := v.Field(i), path+v.Type().Field(i).Name
		switch {
		case slices.Contains(stored, f.Addr().Pointer()) && f.Kind() != reflect.Struct:
		case f.Kind() == reflect.Struct && f.Type() != reflect.TypeFor[inventory.Settings]():
			missing = append(missing, notAmong(f, name+".", stored)...)
		case f.Kind() == reflect.Struct && slices.Contains(stored, f.Addr().Pointer()):
		default:
			missing = append(missing, name)
		}
	}
	return missing
}

// zeroFields are the paths of the fields that fill found no value for.
func zeroFields(v reflect.Value, path string) (zero []string) {
	for i := range v.NumField() {
		f, name := v.Field(i), path+v.Type().Field(i).Name
		switch {
		case f.Kind() == reflect.Struct:
			zero = append(zero, zeroFields(f, name+".")...)
		case f.IsZero():
			zero = append(zero, fmt.Sprintf("%s (%s)", name, f.Type()))
		}
	}
	return zero
}

// untagged are the paths of the fields that no tag names: in JSON they would have
// the name of the field, which may change.
func untagged(t reflect.Type, path string) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("json") == "" {
			names = append(names, path+f.Name)
		}
		if f.Type.Kind() == reflect.Struct {
			names = append(names, untagged(f.Type, path+f.Name+".")...)
		}
	}
	return names
}
