package main

import "github.com/benzene-go/framework/transports/mcp"

// Forms are tools whose questions have each kind of field.
func Forms() mcp.Part {
	return mcp.Parts(
		mcp.Func("test_elicitation_sep1034_defaults", "Asks with a default for each kind of field.", mcp.Object(),
			asksUser("defaults", mcp.Elicitation{Message: "Please check these.", Form: defaults()}), mcp.Asks()),
		mcp.Func("test_elicitation_sep1330_enums", "Asks with each kind of choice.", mcp.Object(),
			asksUser("choices", mcp.Elicitation{Message: "Please choose.", Form: choices()}), mcp.Asks()),
	)
}

func defaults() *mcp.Schema {
	return mcp.Object(
		mcp.Text("name", "Your name.").Default("John Doe"),
		mcp.Integer("age", "Your age.").Default(30),
		mcp.Number("score", "Your score.").Default(95.5),
		mcp.Choice("status", "Your status.", "active", "inactive", "pending").Default("active"),
		mcp.Flag("verified", "Whether this was checked.").Default(true),
	)
}

func choices() *mcp.Schema {
	sizes := []string{"s", "m", "l"}
	titles := []string{"Small", "Medium", "Large"}
	return mcp.Object(
		mcp.Choice("untitledSingle", "One of several.", sizes...),
		mcp.Choice("titledSingle", "One of several, with titles.", sizes...).Titles(titles...),
		mcp.Choice("legacyEnum", "One of several, with titles as older clients read them.", sizes...).EnumNames(titles...),
		mcp.ListOf("untitledMulti", "Some of several.", mcp.Choice("", "", sizes...)),
		mcp.ListOf("titledMulti", "Some of several, with titles.", mcp.Choice("", "", sizes...).Titles(titles...)),
	)
}
