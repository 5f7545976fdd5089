package pages

import (
	"bytes"
	"encoding/json"
	"fmt"

	"turncoat/diagram"
	"turncoat/internal/story"
	"turncoat/rules"
	"turncoat/rules/board"
)

const (
	manifest = "manifest.webmanifest"
	preview  = "preview.png" // what others show beside a link to any page
)

// addApp adds what makes an app of the site: its manifest, its icons, and the preview of links.
func (s *Site) addApp() error {
	type iconFile struct {
		Source  string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose"`
	}
	var icons []iconFile
	for _, size := range []int{192, 512} {
		var icon bytes.Buffer
		knight := board.Piece{Kind: board.Knight, Colour: board.White}
		if err := diagram.Icon(&icon, knight, size); err != nil {
			return err
		}
		name := fmt.Sprintf("icon-%d.png", size)
		s.Files[name] = icon.Bytes()
		icons = append(icons, iconFile{name, fmt.Sprintf("%dx%d", size, size), "image/png",
			"any maskable"})
	}

	text, err := json.Marshal(map[string]any{
		"name": "Turncoat", "short_name": "Turncoat", "id": "./", "start_url": "./", "scope": "./",
		"display": "standalone", "background_color": "#f6f3ec", "theme_color": "#f6f3ec",
		"description": "Chess variants in which pieces change sides: a board, rules and puzzles.",
		"icons":       icons,
	})
	if err != nil {
		return err
	}
	s.Files[manifest] = text
	return s.addPreview()
}

// addPreview draws the cascade of the README.
func (s *Site) addPreview() error {
	variant, err := rules.Named("pacifist1")
	if err != nil {
		return err
	}
	p, err := variant.ParseFEN("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR")
	if err != nil {
		return err
	}
	turn, err := variant.Parse(&p, "Nf5")
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	marks := story.NumberedMarks(&p, turn)
	err = diagram.PNG(&picture, &turn.After, diagram.Options{Marks: marks, Style: diagram.Print})
	s.Files[preview] = picture.Bytes()
	return err
}
