package ticketpdf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// A role is what a part of a page is, by the names of ISO 32000-1, 14.8.4.
type role string

const (
	heading   role = "H1"
	paragraph role = "P"
	figure    role = "Figure"
)

// part is a part of a page that programs read out, in the order of reading.
type part struct {
	role role
	// text is what is read of it where that is not what is written: what is drawn, or
	// what a picture shows. "": what is written.
	text string
}

// tagged writes a part of the page.
func (d *document) tagged(p part, write func()) {
	page := d.PageNo() - 1
	for len(d.parts) <= page {
		d.parts = append(d.parts, nil)
	}
	d.RawWriteStr(fmt.Sprintf("/%s <</MCID %d>> BDC", p.role, len(d.parts[page])))
	d.parts[page] = append(d.parts[page], p)
	write()
	d.RawWriteStr("EMC")
}

// decoration draws what says nothing, and is not read out.
func (d *document) decoration(draw func()) {
	d.RawWriteStr("/Artifact BMC")
	draw()
	d.RawWriteStr("EMC")
}

// errShape: the library writes its files otherwise than it did.
var errShape = errors.New("ticketpdf: a file of another shape")

// structured adds the structure of the pages to a finished file, which the library cannot
// write: an incremental update (ISO 32000-1, 7.5.6) with the tree of parts (14.7), and what
// leads to it from the catalog and the pages. rtl: it is read from right to left.
func structured(pdf []byte, pages [][]part, rtl bool) ([]byte, error) {
	f, err := readFinished(pdf)
	if err != nil {
		return nil, err
	}
	u := update{Buffer: bytes.NewBuffer(bytes.Clone(pdf)), next: f.size}
	root, tree, whole := u.reserve(), u.reserve(), u.reserve()
	var sections, parents strings.Builder
	for i, parts := range pages {
		if i >= len(f.pages) {
			return nil, errShape
		}
		section := u.reserve()
		var kids strings.Builder
		for mark, p := range parts {
			kid := u.reserve()
			also := ""
			switch {
			case p.role == figure:
				also = " /Alt " + literal(p.text)
			case p.text != "":
				also = " /ActualText " + literal(p.text)
			}
			u.put(kid, fmt.Sprintf("<</Type /StructElem /S /%s /P %d 0 R /Pg %d 0 R /K %d%s>>", p.role, section, f.pages[i], mark, also))
			fmt.Fprintf(&kids, "%d 0 R ", kid)
		}
		u.put(section, fmt.Sprintf("<</Type /StructElem /S /Sect /P %d 0 R /K [%s]>>", whole, kids.String()))
		fmt.Fprintf(&sections, "%d 0 R ", section)
		fmt.Fprintf(&parents, "%d [%s] ", i, kids.String())
		if err := u.add(pdf, f, f.pages[i], "/Type /Page\n", fmt.Sprintf("/StructParents %d\n/Tabs /S\n", i)); err != nil {
			return nil, err
		}
	}
	u.put(whole, fmt.Sprintf("<</Type /StructElem /S /Document /P %d 0 R /K [%s]>>", root, sections.String()))
	u.put(tree, "<</Nums ["+parents.String()+"]>>")
	u.put(root, fmt.Sprintf("<</Type /StructTreeRoot /K [%d 0 R] /ParentTree %d 0 R /ParentTreeNextKey %d>>", whole, tree, len(pages)))
	direction := ""
	if rtl {
		direction = " /Direction /R2L"
	}
	err = u.add(pdf, f, f.root, "/Type /Catalog\n", fmt.Sprintf("/Version /1.7\n/MarkInfo <</Marked true>>\n/StructTreeRoot %d 0 R\n/ViewerPreferences <</DisplayDocTitle true%s>>\n", root, direction))
	if err != nil {
		return nil, err
	}
	return u.end(f), nil
}

// finished is what is known of a file that the library has written.
type finished struct {
	xref    int   // where its table of objects begins
	offsets []int // of the objects, by number; 0: free
	size    int   // the first number that no object has
	root    int   // number of the catalog
	info    int
	pages   []int // numbers of the pages, in their order
}

func readFinished(pdf []byte) (*finished, error) {
	f := &finished{}
	_, end, found := cutLast(pdf, "startxref\n")
	if _, err := fmt.Sscanf(string(end), "%d", &f.xref); !found || err != nil || f.xref <= 0 || f.xref >= len(pdf) {
		return nil, errShape
	}
	table, trailer, found := bytes.Cut(pdf[f.xref:], []byte("trailer\n"))
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	if !found || len(lines) < 3 || lines[0] != "xref" {
		return nil, errShape
	}
	for _, line := range lines[2:] {
		offset, err := strconv.Atoi(strings.Fields(line)[0])
		if err != nil || offset >= len(pdf) {
			return nil, errShape
		}
		f.offsets = append(f.offsets, offset)
	}
	for name, to := range map[string]*int{"/Size ": &f.size, "/Root ": &f.root, "/Info ": &f.info} {
		_, after, found := strings.Cut(string(trailer), name)
		if _, err := fmt.Sscanf(after, "%d", to); !found || err != nil {
			return nil, errShape
		}
	}
	if f.size != len(f.offsets) {
		return nil, errShape
	}
	for n := range f.offsets {
		if body := f.object(pdf, n); bytes.HasPrefix(body, []byte("<</Type /Page\n")) {
			f.pages = append(f.pages, n)
		}
	}
	return f, nil
}

// object is what stands in an object; nil: there is none of that number.
func (f *finished) object(pdf []byte, n int) []byte {
	if n <= 0 || n >= len(f.offsets) {
		return nil
	}
	body, found := bytes.CutPrefix(pdf[f.offsets[n]:], []byte(strconv.Itoa(n)+" 0 obj\n"))
	if !found {
		return nil
	}
	body, _, _ = bytes.Cut(body, []byte("\nendobj"))
	return body
}

func cutLast(b []byte, sep string) (before, after []byte, found bool) {
	if i := bytes.LastIndex(b, []byte(sep)); i >= 0 {
		return b[:i], b[i+len(sep):], true
	}
	return b, nil, false
}

// update is what is added to a file, after its bytes.
type update struct {
	*bytes.Buffer
	next    int // the next free number
	numbers []int
	offsets map[int]int // of the objects that were put, by number
}

func (u *update) reserve() int {
	u.next++
	return u.next - 1
}

func (u *update) put(n int, body string) {
	if u.offsets == nil {
		u.offsets = map[int]int{}
	}
	u.offsets[n] = u.Len()
	u.numbers = append(u.numbers, n)
	fmt.Fprintf(u, "%d 0 obj\n%s\nendobj\n", n, body)
}

// add puts an object anew that the file has, with more behind its type.
func (u *update) add(pdf []byte, f *finished, n int, after, more string) error {
	body := string(f.object(pdf, n))
	if !strings.Contains(body, after) {
		return errShape
	}
	u.put(n, strings.Replace(body, after, after+more, 1))
	return nil
}

// end writes the table of what was added.
func (u *update) end(f *finished) []byte {
	at := u.Len()
	u.WriteString("xref\n")
	for _, n := range u.numbers {
		fmt.Fprintf(u, "%d 1\n%010d 00000 n \n", n, u.offsets[n])
	}
	fmt.Fprintf(u, "trailer\n<<\n/Size %d\n/Root %d 0 R\n/Info %d 0 R\n/Prev %d\n>>\nstartxref\n%d\n%%%%EOF\n", u.next, f.root, f.info, f.xref, at)
	return u.Bytes()
}

// literal is a text string of PDF (7.9.2.2): UTF-16 with a mark of its order, in hex.
func literal(text string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String() + ">"
}
