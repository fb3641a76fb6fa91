package inventory

// AdvanceDraw notes that the draw of a waiting room has come one step further. What only
// others can find out comes in with it: the tree of those who joined, and the beacon.
type AdvanceDraw struct {
	Who
	To DrawStep
	// Seal is that of DrawSealed; the time is the decision's. Result is that of DrawDrawn,
	// which the caller has checked: of a ceremony that takes two members, the first of them
	// leaves the draw where it is.
	Seal   DrawSeal
	Result DrawValue
}

func (AdvanceDraw) needs(*RequiredRows) {}

func (AdvanceDraw) forecast(*forecast) {}

// drawReasons are the reasons of the rows, by step.
var drawReasons = map[DrawStep]Reason{
	DrawOpened: ReasonDrawOpened, DrawSealed: ReasonDrawSealed, DrawDrawn: ReasonDrawDrawn, DrawServed: ReasonDrawServed, DrawPlaced: ReasonDrawPlaced, DrawClosed: ReasonDrawClosed,
}

func (c AdvanceDraw) decide(d *decider) Outcome {
	e := &d.st.Event
	o := &e.Settings.Onsale
	next, at, ok := e.DrawDue(d.now)
	if !ok || c.To != next || d.now < at {
		return Outcome{Code: DrawNotDue, Field: "to"}
	}
	draw := o.Draw
	switch c.To {
	case DrawSealed:
		seal := c.Seal
		if seal.At = d.now; !o.sealable(&seal) {
			return Outcome{Code: DrawNotDue, Field: "seal"}
		}
		draw.Seal = seal
	case DrawDrawn:
		result := c.Result
		if result.At = d.now; result.Signature == "" || !isHash(result.Seed) {
			return Outcome{Code: DrawNotDue, Field: "result"}
		}
		if !o.seconded(c.Actor, result.Value) {
			o.Draw.First = DrawFirst{At: d.now, Actor: c.Actor, Value: result.Value}
			d.moveEvent(e.Status, c.Actor, ReasonDrawValueEntered)
			d.out.SettingsChanged, d.termsChanged = true, true
			return Outcome{Status: string(o.Draw.Step)}
		}
		draw.Result = result
	case DrawClosed:
		if !o.Closed {
			o.Closed, o.ClosedAt = true, d.now
		}
	}
	draw.Step = c.To
	o.Draw = draw
	d.moveEvent(e.Status, c.Actor, drawReasons[c.To])
	d.out.SettingsChanged, d.termsChanged = true, true
	e.DrawDueAt = e.drawDueAt(d.now)
	return Outcome{Status: string(c.To)}
}

// sealable reports whether a seal of its time is one of these terms: the beacon is still to
// come, and it is the one that was announced unless the seal is too late for that.
func (o *Onsale) sealable(s *DrawSeal) bool {
	if s.Entrants < 0 || s.Struck < 0 || s.Struck > s.Entrants || !isHash(s.Root) || !isHash(s.StruckRoot) {
		return false
	}
	if o.Beacon.Kind == BeaconCeremony {
		return s.Round == 0 && s.RoundAt == 0
	}
	if earliest := s.At + Instant(BeaconAfterSeal); o.Beacon.At < earliest {
		return s.Round > o.Beacon.Round && s.RoundAt >= earliest
	}
	return s.Round == o.Beacon.Round && s.RoundAt == o.Beacon.At
}
