package organizations

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

const (
	// MaxMembers is how many members an organization has at most.
	MaxMembers = 500
	// MaxEventRoles is in how many single events a member has a role at most.
	MaxEventRoles = 100
	// MaxMemberships is of how many organizations one address is a member at most.
	MaxMemberships = 100
)

// Errors about members.
var (
	// ErrLastOwner: the change would leave an organization without an owner.
	ErrLastOwner = errors.New("store: the last owner of an organization")
	// ErrEventsElsewhere: events of the organization live in other cells, which would not know of
	// what is asked for (0188).
	ErrEventsElsewhere = errors.New("store: events of the organization live in other cells")
	// ErrSetUp: somebody is a member already, so nothing is left to set up.
	ErrSetUp = errors.New("store: this installation is set up")
)

// NoneElsewhere is nil while all events of an organization live in this database.
func NoneElsewhere(ctx context.Context, q table.Querier, org string) error {
	away, err := table.All(ctx, q, table.ScanInt, "select 1 from events where org_id = $1 and archived_at < 0 limit 1", org)
	if err == nil && len(away) > 0 {
		err = ErrEventsElsewhere
	}
	return err
}

// EventRole is a role that a member has in a single event.
type EventRole struct {
	EventID string `json:"event_id"`
	Role    string `json:"role"`
}

// Member is somebody who may act for an organization.
type Member struct {
	ID, OrgID      string
	Address, Email string // folded, and as it was typed
	Name, Role     string
	CreatedAt      inventory.Instant
	// Events are roles in single events beside Role, by event; with the role "events" there is no other.
	Events   []EventRole
	SignedIn bool // there is an account with the address
	// Salt is random bytes for the audit row; empty in a new member: made.
	Salt []byte
}

// Membership is where somebody is a member.
type Membership struct {
	ID, OrgID, OrgName, OrgColor, Role string
	Events                             []EventRole // roles in single events
	// StaffPasskeys: the organization wants its members to sign in with a passkey; StaffOIDC: with
	// the OpenID Connect provider.
	StaffPasskeys, StaffOIDC bool
}

// Profile is how an organization shows itself, and what it wants of its members.
type Profile struct {
	ID, Name, Color string
	StaffPasskeys   bool
	StaffOIDC       bool
	// Websites are the origins (RFC 6454) whose pages may send what people without an
	// account send to its events, and read the answers.
	Websites  []string
	CreatedAt inventory.Instant
}

// MemberTable describes the table members; a row is one Member.
var MemberTable = table.New("members", new(Member), func(c *table.Columns, v *Member) {
	c.Key("id", &v.ID)
	c.Text("org_id", &v.OrgID)
	c.Text("address", &v.Address)
	c.Text("email", &v.Email)
	c.Text("name", &v.Name)
	c.Text("role", &v.Role)
	c.Encoded("event_roles", table.AsList(&v.Events))
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Blob("salt", &v.Salt)
})

func scanMember(r engine.Row, m *Member) error {
	c := table.Scanning()
	MemberTable.Into(c, m)
	c.Add(&m.SignedIn)
	return c.From(r)
}

// Memberships returns the memberships of an address, by the names of the organizations.
func Memberships(ctx context.Context, q table.Querier, address string) ([]Membership, error) {
	return table.All(ctx, q, func(r engine.Row, m *Membership) error {
		var events string
		if err := r.Scan(&m.ID, &m.OrgID, &m.OrgName, &m.OrgColor, &m.Role, &events, &m.StaffPasskeys, &m.StaffOIDC); err != nil {
			return err
		}
		return table.AsList(&m.Events).Decode(events)
	}, `select m.id, m.org_id, o.name, o.color, m.role, m.event_roles, o.staff_passkeys, o.staff_oidc from members m
		join organizations o on o.id = m.org_id where m.address = $1 order by o.name, o.id limit $2`, address, MaxMemberships)
}

// Members returns the members of an organization, by id: MaxMembers at most.
func (s Organizations) Members(ctx context.Context, org string) ([]Member, error) {
	list, err := table.All(ctx, s.db.Read, scanMember, "select "+MemberTable.As("m")+`, a.id is not null from members m
		left join accounts a on a.address = m.address where m.org_id = $1 order by m.id limit $2`, org, MaxMembers)
	return list, s.db.Classify(err)
}

// AnyMember reports whether anybody is a member of any organization.
func (s Organizations) AnyMember(ctx context.Context) (bool, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from members order by id limit 1")
	return len(list) > 0, s.db.Classify(err)
}

// AddMember adds a member with the job that mails the invitation (nil: none).
// ErrConflict: the address is a member, or the id is taken. ErrLimit: the organization
// has MaxMembers, or the address MaxMemberships.
func (s Organizations) AddMember(ctx context.Context, m Member, job *database.Job) error {
	return s.onMembers(ctx, m.OrgID, func(tx *sql.Tx) error {
		if err := addMember(ctx, s.db, tx, m); err != nil {
			return err
		}
		if err := membersWithin(ctx, s.db, tx, &m); err != nil {
			return err
		}
		return s.db.InsertJobs(ctx, tx, database.SomeJob(job)...)
	})
}

// membersWithin says ErrLimit when a new member is one too many for its organization or
// its address.
func membersWithin(ctx context.Context, db *database.DB, tx *sql.Tx, m *Member) error {
	// The caller holds the organization. Other organizations that invite the same address
	// meet here.
	if _, err := table.All(ctx, tx, table.ScanText, "select id from members where address = $1 order by id limit $2"+db.ForUpdate, m.Address, MaxMemberships+1); err != nil {
		return err
	}
	for _, of := range [...]struct {
		column, value string
		most          int64
	}{{"org_id", m.OrgID, MaxMembers}, {"address", m.Address, MaxMemberships}} {
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from members where "+of.column+" = $1", of.value)
		switch {
		case err != nil:
			return err
		case n > of.most:
			return database.ErrLimit
		}
	}
	return nil
}

func addMember(ctx context.Context, db *database.DB, q table.Querier, m Member) error {
	if len(m.Salt) == 0 {
		m.Salt = make([]byte, 16)
		if _, err := rand.Read(m.Salt); err != nil {
			return fmt.Errorf("store: salt of a member: %w", err)
		}
	}
	if err := MemberTable.InsertRow(ctx, q, &m); err != nil {
		return err
	}
	return Record(ctx, db, q, m.OrgID, m.Role, audit.Deed{Subject: m.ID, Action: audit.MemberAdded, Commitment: commitMember(&m)})
}

// MemberByID returns a member of an organization, or ErrNotFound.
func (s Organizations) MemberByID(ctx context.Context, org, id string) (*Member, error) {
	m, err := member(ctx, s.db.Read, org, id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return m, nil
}

func member(ctx context.Context, q table.Querier, org, id string) (*Member, error) {
	m, err := table.One(ctx, q, scanMember, "select "+MemberTable.As("m")+`, a.id is not null from members m
		left join accounts a on a.address = m.address where m.org_id = $1 and m.id = $2`, org, id)
	return &m, err
}

// ChangeMember gives a member of an organization another name and other roles:
// ErrNotFound, or ErrLastOwner.
func (s Organizations) ChangeMember(ctx context.Context, org, id, name, role string, events []EventRole) error {
	return s.onMembers(ctx, org, func(tx *sql.Tx) error {
		if role != "owner" {
			if err := NotLastOwner(ctx, tx, org, id); err != nil {
				return err
			}
		}
		in, err := table.AsList(&events).Encode()
		if err != nil {
			return err
		}
		err = table.ExecOne(ctx, tx, "update members set name = $1, role = $2, event_roles = $3 where org_id = $4 and id = $5", name, role, in, org, id)
		if err != nil {
			return err
		}
		m, err := member(ctx, tx, org, id)
		if err != nil {
			return err
		}
		return Record(ctx, s.db, tx, org, m.Role, audit.Deed{Subject: id, Action: audit.MemberChanged, Commitment: commitMember(m)})
	})
}

// RemoveMember removes a member of an organization: ErrNotFound, or ErrLastOwner.
func (s Organizations) RemoveMember(ctx context.Context, org, id string) error {
	return s.onMembers(ctx, org, func(tx *sql.Tx) error {
		if err := NotLastOwner(ctx, tx, org, id); err != nil {
			return err
		}
		if err := table.ExecOne(ctx, tx, "delete from members where org_id = $1 and id = $2", org, id); err != nil {
			return err
		}
		return Record(ctx, s.db, tx, org, "", audit.Deed{Subject: id, Action: audit.MemberRemoved})
	})
}

// onMembers runs fn while nobody else changes the members of the organization:
// two owners who remove each other at once would otherwise leave none.
func (s Organizations) onMembers(ctx context.Context, org string, fn func(*sql.Tx) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.ForUpdate(), org); err != nil {
			return err
		}
		return fn(tx)
	})
}

// NotLastOwner says ErrNotFound when there is no such member, and ErrLastOwner
// when that member alone is an owner.
func NotLastOwner(ctx context.Context, q table.Querier, org, id string) error {
	m, err := member(ctx, q, org, id)
	if err != nil || m.Role != "owner" {
		return err
	}
	others, err := table.One(ctx, q, table.ScanInt, "select count(*) from members where org_id = $1 and role = 'owner' and id <> $2", org, id)
	if err == nil && others == 0 {
		err = ErrLastOwner
	}
	return err
}

// ProfileTable describes the table organizations; a row is one Profile.
var ProfileTable = table.New("organizations", new(Profile), func(c *table.Columns, v *Profile) {
	c.Key("id", &v.ID)
	c.Text("name", &v.Name)
	c.Text("color", &v.Color)
	c.Truth("staff_passkeys", &v.StaffPasskeys)
	c.Truth("staff_oidc", &v.StaffOIDC)
	c.Encoded("websites", table.AsList(&v.Websites))
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Elsewhere("audit_seq", engine.Int) // where its own chain stands: by follow
	c.Elsewhere("audit_hash", engine.Blob)
	c.Elsewhere("audit_sig", engine.Blob)
})

// Profile returns how an organization shows itself, or ErrNotFound.
func (s Organizations) Profile(ctx context.Context, org string) (*Profile, error) {
	o, err := table.One(ctx, s.db.Read, ProfileTable.Scan, "select "+ProfileTable.Columns+" from organizations where id = $1", org)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &o, nil
}

// ChangeProfile stores how an organization shows itself, or ErrNotFound.
func (s Organizations) ChangeProfile(ctx context.Context, o Profile) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		websites, err := table.AsList(&o.Websites).Encode()
		if err != nil {
			return err
		}
		err = table.ExecOne(ctx, tx, "update organizations set name = $1, color = $2, staff_passkeys = $3, staff_oidc = $4, websites = $5 where id = $6",
			o.Name, o.Color, o.StaffPasskeys, o.StaffOIDC, websites, o.ID)
		if err != nil {
			return err
		}
		return Record(ctx, s.db, tx, o.ID, "", audit.Deed{Subject: o.ID, Action: audit.OrganizationChanged, Commitment: commitOrganization(&o)})
	})
}

// SetUp uses a set-up link and makes the first owner: of a new organization, or
// of the one that exists with the id. It opens the owner's session. ErrSetUp when
// there is a member already; ErrNotFound and ErrEnded as for every link.
func (s Organizations) SetUp(ctx context.Context, link string, org Organization, a Account, m Member, session Session) (*Account, error) {
	var account Account
	ctx = ByDefault(ctx, m.ID)
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// Two links can be around, of two servers that were started: their users
		// meet at the row of a key that every installation has.
		if _, err := table.All(ctx, tx, table.ScanText, "select purpose from server_keys where purpose = 'link'"+s.db.Eng.ForUpdate()); err != nil {
			return err
		}
		if _, err := useLink(ctx, tx, link, "setup", session.CreatedAt); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from members")
		switch {
		case err != nil:
			return err
		case n > 0:
			return ErrSetUp
		}
		if org.CreatedAt != 0 {
			err = createOrganization(ctx, s.db, tx, org)
		} else {
			_, err = table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1", org.ID)
		}
		if err != nil {
			return err
		}
		if account, err = ensureAccount(ctx, tx, a); err != nil {
			return err
		}
		if err := addMember(ctx, s.db, tx, m); err != nil {
			return err
		}
		session.AccountID = account.ID
		if err := openSession(ctx, tx, session, nil); err != nil {
			return err
		}
		return noteOf(ctx, s.db, tx, &account, SecurityEntry{Action: SignedIn, Subject: session.ID, Detail: session.Method})
	})
	if err != nil {
		return nil, err
	}
	return &account, nil
}

// CreateOwned stores an organization whose first owner is somebody with an account.
// ErrConflict: the id is taken; ErrLimit: the person would own more than most
// organizations, or be a member of more than MaxMemberships; ErrNotFound: there is no account with the owner's address any more.
func (s Organizations) CreateOwned(ctx context.Context, o Organization, owner Member, most int) error {
	ctx = ByDefault(ctx, owner.ID)
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// Two requests of one person at once would both find room for one more.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from accounts where address = $1"+s.db.Eng.ForUpdate(), owner.Address); err != nil {
			return err
		}
		if err := createOrganization(ctx, s.db, tx, o); err != nil {
			return err
		}
		if err := addMember(ctx, s.db, tx, owner); err != nil {
			return err
		}
		if err := membersWithin(ctx, s.db, tx, &owner); err != nil {
			return err
		}
		owned, err := table.One(ctx, tx, table.ScanInt, "select count(*) from members where address = $1 and role = 'owner'", owner.Address)
		if err == nil && owned > int64(most) {
			err = database.ErrLimit
		}
		return err
	})
}

// Organizations is organizations, their members and API keys, and the secrets of this installation.
type Organizations struct{ db *database.DB }

// NewOrganizations returns Organizations on a database.
func NewOrganizations(db *database.DB) Organizations { return Organizations{db} }
