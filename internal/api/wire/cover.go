package wire

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
)

// maxAlt is how many characters say what is seen in a picture.
const maxAlt = 300

// middle is what matters in a picture of which nobody said it, in percent.
const middle = 50

// CoverIn says which picture an event has.
type CoverIn struct {
	PictureID  string      `json:"picture_id" maxLength:"60" doc:"A picture of the organization (create-picture). Empty: there is none." example:"pic_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Alt        string      `json:"alt,omitempty" maxLength:"300" doc:"What is seen in it, for whoever does not see it. Required with a picture." example:"A quartet plays in a warehouse by the water"`
	FocalPoint *FocalPoint `json:"focal_point,omitempty" doc:"What matters in it. Default: its middle."`
}

// PictureIn is one of the pictures of a venue or a room, as a body says it.
type PictureIn struct {
	PictureID  string      `json:"picture_id" minLength:"1" maxLength:"60" doc:"A picture of the organization (create-picture). Each is named once." example:"pic_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Alt        string      `json:"alt" maxLength:"300" doc:"What is seen in it, for whoever does not see it. Required." example:"Rows of chairs before a stage with a grand piano"`
	FocalPoint *FocalPoint `json:"focal_point,omitempty" doc:"What matters in it. Default: its middle."`
}

// FocalPoint is what matters in a picture: where it is cut, that stays.
type FocalPoint struct {
	X int64 `json:"x" minimum:"0" maximum:"100" doc:"Percent from the left." example:"50"`
	Y int64 `json:"y" minimum:"0" maximum:"100" doc:"Percent from the top." example:"35"`
}

// Cover is a picture of an event, a venue or a room.
type Cover struct {
	PictureID  string        `json:"picture_id" example:"pic_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Alt        string        `json:"alt" doc:"What is seen in it." example:"A quartet plays in a warehouse by the water"`
	FocalPoint FocalPoint    `json:"focal_point" doc:"What matters in it."`
	Width      int64         `json:"width" doc:"Of its largest file, in pixels." example:"1600"`
	Height     int64         `json:"height" doc:"Of its largest file, in pixels." example:"900"`
	Sources    []CoverSource `json:"sources" doc:"Its files, the smallest first."`
}

// CoverSource is a picture in one width.
type CoverSource struct {
	Path   string `json:"path" doc:"Where it is on this server. What is there never changes." example:"/media/pic_3k9q0a7c1v5m06f2w8d4xk1n7p9s/960.jpg"`
	Width  int64  `json:"width" example:"960"`
	Height int64  `json:"height" example:"540"`
}

// CoverSources are the files of a picture whose largest one is so large.
func CoverSources(name string, width, height int64) []CoverSource {
	var list []CoverSource
	for _, s := range picture.Sizes(picture.Size{Width: int(width), Height: int(height)}) {
		list = append(list, CoverSource{Path: picture.Path(name, s.Width), Width: int64(s.Width), Height: int64(s.Height)})
	}
	return list
}

// Change is what the picture of an event becomes, all but how large it is.
func (in *CoverIn) Change(c *httpapi.Checks) (*string, *events.Cover) {
	if in.PictureID == "" {
		return new(string), new(events.Cover)
	}
	cover := seen(c, "cover.", in.PictureID, in.Alt, in.FocalPoint)
	return httpapi.Ptr(in.PictureID), &cover
}

// seen reads what is said of a picture, in fields whose names begin with at.
func seen(c *httpapi.Checks, at, name, alt string, p *FocalPoint) (cover events.Cover) {
	if !picture.Valid(name) {
		c.Add(at+"picture_id", "bad_format", "must be the id of a picture")
	}
	if cover.Alt = c.Line(at+"alt", alt, 0, maxAlt); cover.Alt == "" {
		c.Add(at+"alt", "required", "must say what is seen in the picture")
	}
	cover.X, cover.Y = middle, middle
	if p != nil {
		cover.X, cover.Y = p.X, p.Y
	}
	return cover
}

// Pictures are what the pictures of a venue or a room become, in their order, all but how large each
// is; nil: they stay as they are.
func Pictures(c *httpapi.Checks, in *[]PictureIn) *[]galleries.Shown {
	if in == nil {
		return nil
	}
	var list []galleries.Shown // without any it is nil, as it is stored
	for i := range *in {
		p := &(*in)[i]
		at := pictureField(i)
		if slices.ContainsFunc(list, func(s galleries.Shown) bool { return s.Picture == p.PictureID }) {
			c.Add(at+"picture_id", "duplicate", "is named before")
		}
		list = append(list, galleries.Shown{Picture: p.PictureID, Cover: seen(c, at, p.PictureID, p.Alt, p.FocalPoint)})
	}
	return &list
}

func pictureField(i int) string { return "pictures[" + strconv.Itoa(i) + "]." }

// PicturesOf shows the pictures of a venue or a room.
func PicturesOf(list []galleries.Shown) []Cover {
	out := make([]Cover, len(list))
	for i := range list {
		out[i] = *CoverOf(list[i].Picture, &list[i].Cover)
	}
	return out
}

// CoverOf shows a picture; nil: there is none.
func CoverOf(name string, c *events.Cover) *Cover {
	if name == "" {
		return nil
	}
	return &Cover{PictureID: name, Alt: c.Alt, FocalPoint: FocalPoint{c.X, c.Y}, Width: c.Width, Height: c.Height, Sources: CoverSources(name, c.Width, c.Height)}
}

// KnownPicture notes in a cover how large the picture is that an event is about to name, and
// refuses one that is not one of the organization's. Until it is named, it is kept. keep keeps a
// copy of it where that is another database than that of the pictures; nil: it is not.
func KnownPicture(ctx context.Context, pictures events.Pictures, keep KeepPicture, org string, name *string, cover *events.Cover, now inventory.Instant) error {
	if name == nil || *name == "" {
		return nil
	}
	return known(ctx, pictures, keep, org, "cover.", *name, cover, now)
}

// KeepPicture keeps a copy of a picture in another database.
type KeepPicture func(context.Context, events.Picture, inventory.Instant) error

// KnownPictures is KnownPicture for the pictures of a venue or a room; nil: they stay as they are.
func KnownPictures(ctx context.Context, pictures events.Pictures, org string, list *[]galleries.Shown, now inventory.Instant) error {
	if list == nil {
		return nil
	}
	for i := range *list {
		s := &(*list)[i]
		if err := known(ctx, pictures, nil, org, pictureField(i), s.Picture, &s.Cover, now); err != nil {
			return err
		}
	}
	return nil
}

func known(ctx context.Context, pictures events.Pictures, keep KeepPicture, org, at, name string, cover *events.Cover, now inventory.Instant) error {
	p, err := pictures.Use(ctx, org, name, now)
	if err == nil && keep != nil {
		err = keep(ctx, *p, now)
	}
	if errors.Is(err, database.ErrNotFound) {
		var check httpapi.Checks
		check.Add(at+"picture_id", "not_found", "must be a picture of the organization")
		return check.Err()
	}
	if err != nil {
		return err
	}
	cover.Width, cover.Height = p.Width, p.Height
	return nil
}
