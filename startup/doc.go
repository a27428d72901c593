// Package startup makes a running service of handlers, transports and what they
// need. It knows fx, and in which order things begin and end; what a transport
// speaks, it does not know.
//
// A service is a list of fx options. [Run] takes it through six stages:
//
//	build       everything is constructed        missing types, two handlers for one topic
//	bind        transports meet the handlers     routes and tools without handlers, bad tags
//	check       the application's own checks     a database that does not answer
//	open        ports, connections               a taken port
//	background  workers begin                    they end after the transports
//	serve       the first message
//
// Build happens when the fx app is made, the rest when it starts, after the
// application's own OnStart hooks. Build stops the start with everything that
// it found, bind and check do so together, and so does open: one line for each
// thing that is wrong. Nothing is handled before the last stage, and what was
// opened is given back when another transport could not open. (One thing hides
// others: a constructor in fx.Provide that returns an error. fx stops there.)
//
// When not to use it: a command that runs once, or a test of one handler, has
// all it needs in a Registry and a Dispatcher.
package startup
