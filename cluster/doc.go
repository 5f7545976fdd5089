// Package cluster shares long work between many machines, on NATS JetStream: [Dial] connects to a
// queue, a [Worker] works, and an [Asker] keeps the results.
//
// Work is cut into units that do not depend on each other. A unit is a pure function of the kind of
// work, the version of the program, the arguments and the unit's number, so its result is the same
// whoever works it out, however often. That is what everything here rests on:
//
//   - The asker ([Asker]) keeps the results, in whatever lasts: a journal, a store. It asks for the
//     units whose results it does not have, and again for those that do not come. When it dies, the
//     next one with the same work goes on from what was kept.
//   - Workers ([Worker]) take units from a queue, and may come, go and die at any time. A unit whose
//     worker is gone is handed to another.
//   - The server, that of package queue or any other NATS server with JetStream, keeps the queue and the results on their way. It
//     may lose all of it: what is missing is asked for again.
//
// A unit that fails three times is set aside and reported, and does not stop the rest.
//
// The package knows no chess; the kinds of work are given to it as functions.
package cluster
