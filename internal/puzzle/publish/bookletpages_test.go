package publish

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turncoat/diagram"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
)

// No page of a booklet is left half empty for want of room. A page ends early where what comes next
// does not fit: a row of boards, or the heading of a part with its words and its first row, which
// stay together. So neither may take more than 42 in a hundred of a page, and as many rows as fit
// are to fill it.
func TestBookletFillsPages(t *testing.T) {
	browser := startBrowser(t)
	puzzles := inOrder(puzzletest.Sample(t))
	const pixels = 96 / 25.4 // of CSS in a millimetre
	for _, c := range []struct {
		book Book
		// within the margins, in millimetres: the sizes of ISO 216 and of Letter, less the margins
		// of pageRule
		width, height float64
	}{
		{Book{Paper: A4}, 210 - 26, 297 - 26},
		{Book{Paper: A5}, 148 - 28, 210 - 21},
		{Book{Paper: Letter}, 215.9 - 28, 279.4 - 22},
		{Book{Paper: A5, Style: diagram.Print}, 148 - 28, 210 - 21},
		{Book{Paper: A4, Style: diagram.Print}, 210 - 26, 297 - 26},
	} {
		if c.book != (Book{Paper: A5}) && !longtest.Enabled() {
			continue
		}
		p := openBooklet(browser, t, c.book, puzzles)
		err := chromedp.Do(p.ctx, chromedp.EmulateViewport(int64(c.width*pixels), 1000),
			chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
				_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia,
					emulation.SetEmulatedMediaParams{Media: "print"})
				return err
			}))
		if err != nil {
			t.Fatal(err)
		}
		height := c.height * pixels
		parts := ask[[][]float64](p, `[...document.querySelectorAll('.part')].map(part => {
			const at = [...part.querySelectorAll('.puzzle')].map(z => z.getBoundingClientRect());
			const top = part.querySelector('h2').getBoundingClientRect().top, row = at.filter(r => Math.abs(r.bottom - at[0].bottom) < 2);
			return [at[0].bottom - top, Math.max(...row.map(r => r.height)), parseFloat(getComputedStyle(part.querySelector('.grid')).rowGap)];
		})`)
		if len(parts) < 7 {
			t.Fatalf("%+v: %d parts", c.book, len(parts))
		}
		for i, part := range parts {
			name := fmt.Sprintf("%+v, part %d", c.book, i+1)
			first, row, gap := part[0]/height, part[1]/height, part[2]/height
			rows := int((1 + gap) / (row + gap))
			if first > 0.42 || row > 0.42 {
				t.Errorf("%s: the heading with the first row takes %.2f of a page, a row %.2f",
					name, first, row)
			}

			if filled := float64(rows)*(row+gap) - gap; filled < 0.85 {
				t.Errorf("%s: %d rows fill %.2f of a page", name, rows, filled)
			}
		}
	}
}
