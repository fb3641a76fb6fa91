package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/homes"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/replies"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Described is the description of a table, for its tests.
type Described struct {
	Name    string
	Columns []string
	// Fields are the names of the fields that columns stand beside, by column. Of
	// a column whose field is not a plain one there is none.
	Fields map[string]string
	// RoundTrip writes a row to a copy of the table and reads it back.
	RoundTrip func(context.Context, *Store) error
}

// Tables are all descriptions.
func Tables() []Described {
	return []Described{
		plain(events.PoolTable), plain(events.TierTable), plain(events.TierPoolTable), plain(events.LaneTable), plain(events.CountTable), plain(events.PersonTable), plain(events.InvitationTable), plain(events.HoldTable), plain(events.EntryTable), plain(events.PastPlacementTable), plain(events.OriginTable),
		plain(events.OfferTable), made(events.OrderTable, events.NewOrderRow), made(events.ItemTable, events.NewItemRow), plain(events.CodeTable), plain(events.RefundTable), plain(events.StatementTable), plain(events.TicketTable), plain(events.ImportedTicketTable),
		plain(events.TransferTable), plain(events.ExchangeTable), made(events.AuditTable, events.NewAuditRow), plain(events.MessageTable), plain(events.ReplyTable), made(events.EventTable, func() *events.EventRecord { return &events.EventRecord{Timezone: "Europe/Vienna"} }),
		plain(organizations.AccountTable), plain(organizations.LinkTable), plain(organizations.RequestTable), plain(organizations.SessionTable), plain(messages.WrittenAnnouncementTable), plain(messages.AnnouncementTable),
		plain(payments.CheckoutTable), plain(payments.DenialTable), plain(payments.PaymentAccountTable),
		plain(payments.PaymentTable), plain(payments.PaymentNoticeTable), plain(payments.PayoutTable), plain(payments.TillTable), plain(payments.TillSaleTable), plain(events.PictureTable), plain(audience.TrackingLinkTable), plain(audience.TrackedTable), plain(audience.ConsentPurposeTable), plain(audience.ConsentVersionTable), plain(audience.EventConsentTable), plain(audience.ConsentTable), plain(audience.ConsentLogTable), plain(audience.CampaignTable), plain(audience.CampaignMailTable), plain(events.BankAccountTable), plain(payments.BankStatementTable), plain(payments.BankTransactionTable), plain(payments.InvoicingTable), plain(payments.InvoiceTable), plain(payments.SeriesOfInvoices), plain(payments.BillingTable), plain(organizations.KeyTable), plain(organizations.ServerKeyTable), plain(checkins.ListTable), plain(checkins.PassTable), plain(organizations.MemberTable), plain(organizations.DeedTable), plain(erasures.NameSealTable), plain(checkins.ScanSlotTable), plain(organizations.SecurityTable),
		plain(organizations.ProfileTable), plain(organizations.PasskeyTable), plain(organizations.OIDCLinkTable), plain(organizations.OIDCAttemptTable), plain(payments.TestCheckoutTable), plain(venues.VenueTable), plain(venues.RoomTable), plain(galleries.Table), plain(venues.PlanTable), plain(bookings.BookingTable), plain(bookings.BookedRoomTable), plain(venues.AddOnTable), plain(bookings.BookedAddOnTable), plain(bookings.BookingGuestTable), plain(roomcalendars.RoomCalendarTable), plain(venues.RoomBusyTable), plain(bookings.BookingSeriesTable), plain(resources.ResourceTable), plain(resources.ResourceEntryTable), plain(resources.ResourceJoinTable), plain(resources.ResourceSignalTable), plain(resources.ResourceOfferTable), plain(resources.ResourceConfirmationTable), plain(events.SeriesTable), plain(events.SeriesDateTable), plain(passes.PassTable), plain(passes.DateTable),
		plain(checkins.AdmissionTable), plain(checkins.ScanTable), plain(payments.JournalTable), plain(events.SeatingTable), plain(events.TranslationTable),
		plain(messages.WordingTable), plain(messages.BrandTable), plain(messages.MailTable), plain(organizations.ChallengeTable), plain(payments.TestRefundTable), plain(erasures.ErasureTable),
		plain(files.ImportRefusalTable), plain(messages.PushTable), plain(messages.FollowTable), plain(messages.FeedbackTable), plain(organizations.CalendarTable), plain(messages.SuppressionTable), plain(messages.FeedTable), plain(messages.GatheredTable), plain(guests.BookTable),
		plain(guests.IndexedTable), plain(events.AttendeeTable), plain(audience.QuestionListTable), plain(audience.AnswersTable), plain(audience.UploadTable), plain(messages.WebhookDeliveryTable), plain(messages.WebhookPositionTable), plain(messages.WorkerTable), plain(database.WriteCheckTable),
		plain(files.ExportTable), plain(files.ImportTable), plain(messages.ContactTable), plain(guests.LinkMarkTable), plain(messages.DeliveryTable), plain(messages.UndeliveredToldTable), plain(messages.WebhookTable),
		plain(logs.LogTable), plain(logs.LogTileTable), plain(logs.LogBundleTable), plain(logs.SnapshotTable), plain(logs.InstallationTable), plain(logs.InstallationEntryTable), plain(logs.InstallationTileTable), plain(organizations.TLSFileTable), plain(organizations.TLSLockTable), plain(organizations.BackupTable), plain(guests.ChunkTable), plain(guests.RunTable), plain(events.StaleTable), plain(guests.GuestMarkTable),
		plain(archives.ArchiveTable), plain(archives.RetentionTable), plain(moves.MoveTable), plain(moves.ArrivalTable), plain(waitingrooms.WaitingRoomTable), plain(waitingrooms.RoomPassTable), plain(waitingrooms.RoomEntrantTable), plain(waitingrooms.RoomCheckpointTable), plain(waitingrooms.RoomStrikeTable), plain(waitingrooms.RoomWishTable), plain(waitingrooms.RoomMailTable), plain(waitingrooms.RefusalCountTable), plain(waitingrooms.RehearsalTable), plain(replies.ChallengeUseTable), plain(homes.HomeTable), plain(cells.CellTable), plain(cells.PlaceTable),
	}
}

func plain[T any](t *table.Of[*T]) Described { return made(t, func() *T { return new(T) }) }

func made[T any](t *table.Of[T], zero func() T) Described {
	d := Described{Name: t.Name, Fields: map[string]string{}, RoundTrip: func(ctx context.Context, s *Store) error {
		return roundTrip(ctx, s, t, zero)
	}}
	if t.Event != "" {
		d.Columns = append(d.Columns, t.Event)
	}
	v := zero()
	for _, f := range t.Fields(v) {
		d.Columns = append(d.Columns, f.Column)
		if f.Plain == nil {
			continue
		}
		if name := fieldAt(reflect.ValueOf(v), f.Plain); name != "" {
			d.Fields[f.Column] = name
		}
	}
	return d
}

// fieldAt is the name of the field of v, or of what it points to or contains,
// that has the given address, behind the names of the structs that it is in.
func fieldAt(v reflect.Value, address any) string {
	want := reflect.ValueOf(address).Pointer()
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return fieldAt(v.Elem(), address)
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if f.Kind() == reflect.Pointer && f.Pointer() == want && f.Elem().Kind() != reflect.Struct {
				return v.Type().Field(i).Name
			}
			if f.CanAddr() && f.Addr().Pointer() == want && f.Kind() != reflect.Struct {
				return v.Type().Field(i).Name
			}
			if name := fieldAt(f, address); name != "" {
				if f.Kind() == reflect.Struct && !v.Type().Field(i).Anonymous {
					name = v.Type().Field(i).Name + "." + name
				}
				return name
			}
		}
	}
	return ""
}

// roundTrip writes a row with another value in each field to a copy of the table
// that has no constraints, and compares what it reads from there.
func roundTrip[T any](ctx context.Context, s *Store, t *table.Of[T], zero func() T) error {
	v := zero()
	fill(reflect.ValueOf(v), new(int64))
	if err := t.Complete(v); err != nil { // what is derived is not what was filled in
		return err
	}
	wrote, err := t.Assign(v, nil)
	if err != nil {
		return err
	}
	for i, a := range wrote {
		for _, b := range wrote[:i] {
			if _, isBool := a.Value.(bool); !isBool && a.Value != int64(1) && reflect.DeepEqual(a.Value, b.Value) {
				return fmt.Errorf("%s and %s have one value, %v", a.Column, b.Column, a.Value)
			}
		}
	}
	copied := t.Renamed("copy_of_"+t.Name, zero())
	if _, err := s.db.Write.ExecContext(ctx, "create table "+copied.Name+" as select * from "+t.Name+" where false"); err != nil {
		return err
	}
	got := zero()
	err = s.db.InSession(ctx, func(session engine.Session) error {
		steps, err := copied.WriteOne(session, "evt_x", v)
		if err != nil {
			return err
		}
		found := 0
		steps = append(steps, engine.Step{SQL: copied.From(), Row: func(r engine.Row) error {
			found++
			return copied.Scan(r, got)
		}})
		if err := session.Run(ctx, steps); err != nil || found != 1 {
			return errors.Join(err, fmt.Errorf("%d rows", found))
		}
		return nil
	})
	if err != nil {
		return err
	}
	read, err := t.Assign(got, nil)
	if d := cmp.Diff(wrote, read, cmp.AllowUnexported(table.Assignment{})); d != "" || err != nil {
		return errors.Join(err, errors.New("a row is not read as it was written (-written +read):\n"+d))
	}
	return nil
}

// fill gives each field a value that no other has.
func fill(v reflect.Value, n *int64) {
	*n++
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			if !v.CanSet() || v.Type().Elem().PkgPath() == "time" {
				return
			}
			v.Set(reflect.New(v.Type().Elem()))
		}
		fill(v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() || f.Kind() == reflect.Pointer && !f.IsNil() {
				fill(f, n)
			}
		}
	case reflect.String:
		if v.Len() > 0 {
			return // only some values will do
		}
		v.SetString(fmt.Sprintf("text %d", *n))
	case reflect.Int, reflect.Int64, reflect.Int32:
		v.SetInt(*n + 1)
	case reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n + 1))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Uint8:
		v.SetUint(uint64(*n % 251))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n)
		fill(value, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	}
}
