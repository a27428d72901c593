package benzene_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/benzene-go/framework/benzene"
)

func ExampleCall() {
	d := dispatcher(benzene.Handle("order:get", getOrder))
	order, err := benzene.Call[Order](context.Background(), d, "order:get", GetOrder{ID: 7})
	fmt.Println(order.Status, err)

	// A caller that does not share the handler's types has its own.
	type status struct {
		Status string `json:"status"`
	}
	answer, err := benzene.Call[status](context.Background(), d, "order:get", map[string]int{"id": 7})
	fmt.Println(answer.Status, err)
	// Output:
	// open <nil>
	// open <nil>
}

func ExamplePublish() {
	d := dispatcher(benzene.On("order:placed", func(_ context.Context, event Order) error {
		fmt.Println("order", event.ID, "is", event.Status)
		return nil
	}))
	fmt.Println(benzene.Publish(context.Background(), d, "order:placed", Order{ID: 7, Status: "open"}))
	// Output:
	// order 7 is open
	// <nil>
}

func ExampleVersion() {
	answer := func(text string) func(context.Context, struct{}) (string, error) {
		return func(context.Context, struct{}) (string, error) { return text, nil }
	}
	d := dispatcher(
		benzene.Handle("price", answer("in euros")),
		benzene.Handle("price", answer("in cents"), benzene.Version("2")),
	)
	ctx := context.Background()
	for _, sender := range []benzene.Sender{d, benzene.Versioned(d, "2"), benzene.Versioned(d, "3")} {
		fmt.Println(benzene.Call[string](ctx, sender, "price", struct{}{}))
	}
	// Output:
	// in euros <nil>
	// in cents <nil>
	// in euros <nil>
}

func ExampleSelect() {
	registry, err := benzene.NewRegistry(
		benzene.Handle("price", func(context.Context, struct{}) (string, error) { return "in euros", nil }, benzene.Version("1")),
		benzene.Handle("price", func(context.Context, struct{}) (string, error) { return "in cents", nil }, benzene.Version("2")),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	// Whoever asks for no version, or for one that is gone, gets the newest.
	newest := func(topic benzene.Topic, served []string) (version string, ok bool) {
		if slices.Contains(served, topic.Version) {
			return topic.Version, true
		}
		return served[len(served)-1], true
	}
	d := benzene.NewDispatcher(registry, nil, benzene.Select(newest))
	fmt.Println(benzene.Call[string](context.Background(), d, "price", struct{}{}))
	// Output: in cents <nil>
}

func ExampleReservedNames() {
	registry, err := benzene.NewRegistry(
		benzene.Handle("price", func(context.Context, struct{}) (string, error) { return "in cents", nil }, benzene.Version("2")),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	names := benzene.Names{Version: []string{"api-version"}}
	d := benzene.NewDispatcher(registry, nil, benzene.ReservedNames(names))
	reply, err := d.Dispatch(context.Background(), benzene.Message{
		Topic: benzene.Topic{ID: "price"}, Headers: benzene.HeaderMap{"api-version": "2"},
	})
	fmt.Println(string(reply.Body), err)
	// Output: "in cents" <nil>
}

func ExampleDispatcher_Attach() {
	d := dispatcher(benzene.Handle("order:get", getOrder))
	// A transport brings an endpoint along. Its sender alone reaches it.
	tool, err := d.Attach(benzene.Handle("mcp:echo", func(_ context.Context, text string) (string, error) { return text, nil }))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(benzene.Call[string](context.Background(), tool, "", "hello"))
	_, err = benzene.Call[string](context.Background(), d, "mcp:echo", "hello")
	fmt.Println(err)
	// Output:
	// hello <nil>
	// not-found: topic "mcp:echo" has no handler
}

func ExampleReadEnvelope() {
	d := dispatcher(benzene.Handle("order:get", getOrder))
	msg, err := benzene.ReadEnvelope([]byte(`{"topic":"order:get","headers":{},"body":"{\"id\":8}"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	reply, outcome := d.Dispatch(context.Background(), msg)
	answer, err := benzene.WriteReplyEnvelope(reply, outcome, msg.Codec)
	if err != nil {
		fmt.Println(err)
		return
	}

	// At the other end:
	_, err = benzene.ReadReplyEnvelope(answer)
	fmt.Println(err)
	// Output: not-found: there is no order 8
}

func ExampleWriteEnvelope() {
	data, err := benzene.WriteEnvelope(benzene.Message{
		Topic: benzene.Topic{ID: "order:get", Version: "2"},
		Value: GetOrder{ID: 7},
	}, benzene.Names{})
	fmt.Println(string(data), err)
	// Output: {"topic":"order:get","headers":{"benzene-version":"2"},"body":"{\"id\":7}"} <nil>
}

func ExampleProgress() {
	d := dispatcher(benzene.On("import", func(ctx context.Context, files []string) error {
		for i, file := range files {
			benzene.Progress(ctx, float64(i+1), float64(len(files)), file)
		}
		return nil
	}))
	ctx := benzene.WithProgress(context.Background(), func(done, total float64, note string) {
		fmt.Println(done, "of", total, note)
	})
	fmt.Println(benzene.Publish(ctx, d, "import", []string{"a.csv", "b.csv"}))
	// Output:
	// 1 of 2 a.csv
	// 2 of 2 b.csv
	// <nil>
}

func ExampleContract_Param() {
	c := benzene.Handle("order:get", getOrder).Contract()
	fmt.Println(c.Param("ID")) // a path segment called ID fills the field that JSON calls id
	// Output: id true
}
