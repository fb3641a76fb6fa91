package page

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
)

// heroSizes is how wide the picture of an event is on its page, for browsers to choose a file
// by. The app says the same (web/src/lib/ui/Picture.svelte), so that it is loaded once.
const heroSizes = "(min-width: 64rem) 45rem, 100vw"

// behindSizes is how wide the pictures behind the main one are on the page of a venue.
const behindSizes = "(min-width: 36rem) 10rem, 45vw"

// shownPicture is a picture as a page shows it before any script.
type shownPicture struct {
	Src, Srcset, Sizes, Alt string
	Largest                 string // the path of its largest file
	Width, Height           int
	// At are the classes that say what stays where it is cut, in steps of ten percent: the
	// policy of pages lets no element have a style of its own.
	At string
}

// shownPictureOf is a picture of an event, a venue or a room; nil where there is none.
func shownPictureOf(name string, c *events.Cover) *shownPicture {
	if name == "" {
		return nil
	}
	largest := picture.Size{Width: int(c.Width), Height: int(c.Height)}
	list := picture.Sizes(largest)
	sources := make([]string, len(list))
	for i, s := range list {
		sources[i] = picture.Path(name, s.Width) + " " + strconv.Itoa(s.Width) + "w"
	}
	return &shownPicture{
		Src: picture.Path(name, list[len(list)/2].Width), Srcset: strings.Join(sources, ", "), Sizes: heroSizes, Alt: c.Alt,
		Largest: picture.Path(name, list[len(list)-1].Width), Width: largest.Width, Height: largest.Height, At: "x" + tenths(c.X) + " y" + tenths(c.Y),
	}
}

// galleryOf is the main picture of a venue or a room, in the sizes that are said, and those behind it;
// nil where it has none.
func galleryOf(pictures []galleries.Shown, sizes string) (first *shownPicture, behind []*shownPicture) {
	for i := range pictures {
		shown := shownPictureOf(pictures[i].Picture, &pictures[i].Cover)
		if i == 0 {
			first, shown.Sizes = shown, sizes
			continue
		}
		shown.Sizes = behindSizes
		behind = append(behind, shown)
	}
	return first, behind
}

func tenths(percent int64) string { return strconv.FormatInt((percent+5)/10, 10) }

// pictureURLs are the addresses of the files of a picture below origin, the largest first.
func pictureURLs(origin, name string, c *events.Cover) []string {
	list := picture.Sizes(picture.Size{Width: int(c.Width), Height: int(c.Height)})
	urls := make([]string, len(list))
	for i, s := range list {
		urls[len(list)-1-i] = origin + picture.Path(name, s.Width)
	}
	return urls
}
