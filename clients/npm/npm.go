// Package npm holds the JavaScript module with which Node and browsers ask Turncoat's rules; the board's page asks
// them with the same.
package npm

import _ "embed" // for Module

// Module is turncoat.js. Beside it it needs what web.Rules returns.
//
//go:embed turncoat.js
var Module []byte
