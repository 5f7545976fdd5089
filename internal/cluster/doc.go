// Package cluster shares long work between machines, by NATS JetStream: [Dial] connects to a queue,
// a [Worker] works, and a [Coordinator] keeps the results. The kinds of work are given to it as
// functions.
//
// Work is cut into units. A unit is a pure function of the kind of work, the version of the
// program, the arguments and the unit's number, so its result is the same whoever computes it, and
// however often:
//
//   - The coordinator queues the units whose results it does not have, and again those that do not come. When it
//     dies, the next one with the same work continues from what was kept.
//   - Workers may come, go and die at any time. The units of a worker that is gone go to another.
//   - The server, that of package queue or any other with JetStream, keeps the queue and the results on their way. It
//     may lose all of it: what is missing is queued again.
//
// A unit that fails three times is set aside and reported, and does not stop the rest.
package cluster
