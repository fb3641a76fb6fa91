package page

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// heroSizes is how wide the picture of an event is on its page, for browsers to choose a file
// by. The app says the same (web/src/lib/ui/Picture.svelte), so that it is loaded once.
const heroSizes = "(min-width: 64rem) 45rem, 100vw"

// shownPicture is a picture as a page shows it before any script.
type shownPicture struct {
	Src, Srcset, Sizes, Alt string
	Width, Height           int
	// At are the classes that say what stays where it is cut, in steps of ten percent: the
	// policy of pages lets no element have a style of its own.
	At string
}

// shownPictureOf is the picture of an event or a venue; nil where it has none.
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
		Width: largest.Width, Height: largest.Height, At: "x" + tenths(c.X) + " y" + tenths(c.Y),
	}
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
