// Package cluster shares long work between machines, by NATS JetStream: [Dial] connects to a queue,
// a [Worker] works, and a [Coordinator] keeps the results. The kinds of work are given to it as
// functions.
//
// Work is cut into units. A unit is a pure function of the kind of work, the version of the
// program, the arguments and the unit's number, so its result is the same whoever computes it, and
// however often:
//
//   - The coordinator queues the units whose results it does not have, and again those whose
//     results do not arrive. If it dies, the next one with the same work continues from the stored
//     results.
//   - Workers may come, go and die at any time. The units of a dead worker are given to others.
//   - The server, that of package queue or any other with JetStream, stores the queue and the
//     results in transit. It may lose everything: what is missing is queued again.
//
// A unit that fails three times is set aside and reported, and does not stop the rest.
package cluster
