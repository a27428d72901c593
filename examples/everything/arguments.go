package main

import (
	"context"
	"strconv"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

// Arguments are tools that are told something, described in each of the ways
// there are.
func Arguments() mcp.Part {
	return mcp.Parts(
		// A topic's request and response are the schemas; this is all there is to say.
		mcp.Tool("numbered_text", "Finds the text of a number.", "text:numbered", mcp.Title("Text by number")),

		// A type of the tool's own is decoded and validated before the function runs.
		mcp.FuncOf("add_numbers", "Adds two numbers.", add),

		// Fields, which the function reads itself, and strictly.
		mcp.Func("compare_texts", "Says whether two numbers have the same text.", mcp.Object(
			mcp.ID("first", "A number.").Required(),
			mcp.ID("second", "Another number.").Required(),
		), compare),

		// A field that clients repeat in a header, for those who route by it.
		mcp.Func("test_x_mcp_header", "Says which region was named.", mcp.Object(
			mcp.Text("region", "Where to look.").Header("Region"),
		), sayRegion),

		// A schema written by hand, which clients get as it is.
		mcp.Func("json_schema_2020_12_tool", "Takes note of a contact.", mcp.SchemaText(contact), takeNote),
	)
}

// Addends are what is added.
type Addends struct {
	A int `json:"a" validate:"gte=-1000,lte=1000" description:"The one."`
	B int `json:"b" validate:"gte=-1000,lte=1000" description:"The other."`
}

func add(_ context.Context, _ *mcp.Call, in Addends) (*mcp.Result, error) {
	return mcp.Answer(strconv.Itoa(in.A + in.B)), nil
}

// compare asks a topic twice: each is a message of its own, through the whole
// pipeline.
func compare(ctx context.Context, call *mcp.Call) (*mcp.Result, error) {
	args := call.Args()
	first, second := args.ID("first"), args.ID("second")
	if err := args.Err(); err != nil {
		return nil, err
	}
	one, err := benzene.Call[Numbered](ctx, call, "text:numbered", Number{first})
	if err != nil {
		return nil, err
	}
	other, err := benzene.Call[Numbered](ctx, call, "text:numbered", Number{second})
	if err != nil {
		return nil, err
	}
	return mcp.Answer("The same: " + strconv.FormatBool(one.Data == other.Data)), nil
}

func sayRegion(_ context.Context, call *mcp.Call) (*mcp.Result, error) {
	args := call.Args()
	return mcp.Answer("The region is " + args.OptionalText("region", "unknown") + "."), args.Err()
}

func takeNote(_ context.Context, call *mcp.Call) (*mcp.Result, error) {
	args := call.Args()
	return mcp.Answer("Noted: " + args.OptionalText("name", "somebody") + "."), args.Err()
}

const contact = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`
