package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
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
		plain(PoolTable), plain(TierTable), plain(TierPoolTable), plain(LaneTable), plain(CountTable), plain(PersonTable), plain(InvitationTable), plain(HoldTable), plain(EntryTable), plain(PastPlacementTable), plain(OriginTable),
		plain(OfferTable), made(OrderTable, newOrderRow), made(ItemTable, newItemRow), plain(CodeTable), plain(RefundTable), plain(StatementTable), plain(TicketTable), plain(ImportedTicketTable),
		plain(TransferTable), plain(ExchangeTable), made(AuditTable, newAuditRow), plain(MessageTable), plain(ReplyTable), made(EventTable, func() *EventRecord { return &EventRecord{Timezone: "Europe/Vienna"} }),
		plain(accountTable), plain(linkTable), plain(requestTable), plain(sessionTable), plain(writtenAnnouncementTable), plain(AnnouncementTable),
		plain(checkoutTable), plain(denialTable), plain(paymentAccountTable),
		plain(paymentTable), plain(paymentNoticeTable), plain(payoutTable), plain(tillTable), plain(TillSaleTable), plain(pictureTable), plain(trackingLinkTable), plain(TrackedTable), plain(consentPurposeTable), plain(consentVersionTable), plain(eventConsentTable), plain(ConsentTable), plain(ConsentLogTable), plain(bankAccountTable), plain(bankStatementTable), plain(bankTransactionTable), plain(invoicingTable), plain(invoiceTable), plain(seriesOfInvoices), plain(billingTable), plain(keyTable), plain(serverKeyTable), plain(listTable), plain(passTable), plain(memberTable), plain(deedTable), plain(nameSealTable), plain(scanSlotTable), plain(securityTable),
		plain(profileTable), plain(passkeyTable), plain(testCheckoutTable), plain(venueTable), plain(roomTable), plain(planTable), plain(bookingTable), plain(bookedRoomTable), plain(addOnTable), plain(bookedAddOnTable), plain(bookingGuestTable), plain(roomCalendarTable), plain(roomBusyTable), plain(bookingSeriesTable), plain(resourceTable), plain(resourceEntryTable), plain(resourceJoinTable), plain(resourceSignalTable), plain(resourceOfferTable), plain(resourceConfirmationTable), plain(seriesTable), plain(seriesDateTable),
		plain(admissionTable), plain(scanTable), plain(journalTable), plain(SeatingTable),
		plain(wordingTable), plain(brandTable), plain(mailTable), plain(challengeTable), plain(testRefundTable), plain(ErasureTable),
		plain(importRefusalTable), plain(pushTable), plain(followTable), plain(feedbackTable), plain(calendarTable), plain(suppressionTable), plain(feedTable), plain(gatheredTable), plain(bookTable),
		plain(indexedTable), plain(AttendeeTable), plain(questionListTable), plain(AnswersTable), plain(webhookDeliveryTable), plain(webhookPositionTable), plain(workerTable), plain(writeCheckTable),
		plain(exportTable), plain(importTable), plain(contactTable), plain(linkMarkTable), plain(deliveryTable), plain(webhookTable),
		plain(logTable), plain(logTileTable), plain(logBundleTable), plain(snapshotTable), plain(installationTable), plain(installationEntryTable), plain(installationTileTable), plain(tlsFileTable), plain(tlsLockTable), plain(chunkTable), plain(runTable), plain(staleTable), plain(guestMarkTable),
		plain(archiveTable), plain(retentionTable), plain(moveTable), plain(arrivalTable), plain(waitingRoomTable), plain(RoomPassTable), plain(roomEntrantTable), plain(roomCheckpointTable), plain(roomStrikeTable), plain(roomWishTable), plain(roomMailTable), plain(rehearsalTable), plain(challengeUseTable),
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
	if _, err := s.db.write.ExecContext(ctx, "create table "+copied.Name+" as select * from "+t.Name+" where false"); err != nil {
		return err
	}
	got := zero()
	err = s.db.inSession(ctx, func(session engine.Session) error {
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
