// Package recurrence expands recurrence rules (RFC 5545, section 3.3.10) into dates. It is
// pure: no clock, no I/O, and a bound on what any rule can cost.
//
// A rule has FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, and INTERVAL, COUNT, UNTIL, BYMONTH,
// BYMONTHDAY, BYDAY (with ordinals), BYSETPOS and WKST. Anything else is refused with the
// part that is not known.
//
// Dates are computed in local time: what begins at 19:30 begins at 19:30 all year. On days on
// which clocks change:
//
//   - A time that does not exist (02:30 where clocks go from 02:00 to 03:00) is taken with the
//     offset before the change, and so moves to 03:30, as RFC 5545 reads such a time in section 3.3.5.
//     Section 3.3.10 would leave the date out; a date that is missing from a series is worse
//     than one that begins by the clock on the wall.
//   - A time that exists twice is the first of the two.
//   - A day that a zone skipped as a whole (30 December 2011 in Apia) has no date, and does not
//     count.
package recurrence
