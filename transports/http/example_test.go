package http_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

type Order struct {
	ID       int    `json:"id"`
	Customer string `json:"customer"`
}

func getOrder(_ context.Context, req struct {
	ID int `json:"id"`
}) (Order, error) {
	if req.ID != 7 {
		return Order{}, benzene.NotFound.Errorf("there is no order %d", req.ID)
	}
	return Order{7, "ada"}, nil
}

func placeOrder(_ context.Context, req struct {
	Customer string `json:"customer"`
}) (Order, error) {
	return Order{8, req.Customer}, nil
}

// service is the dispatcher of the examples. In a program startup makes it.
func service() *benzene.Dispatcher {
	registry, err := benzene.NewRegistry(
		benzene.Handle("order:get", getOrder),
		benzene.Handle("order:place", placeOrder, benzene.Succeeds(benzene.Created)),
		benzene.Handle(benzene.HealthTopic, wellEnough),
		benzene.Handle(benzene.LivenessTopic, wellEnough),
		benzene.Handle(benzene.ReadinessTopic, wellEnough),
	)
	if err != nil {
		fmt.Println(err)
	}
	return benzene.NewDispatcher(registry, nil)
}

func wellEnough(context.Context, struct{}) (map[string]bool, error) {
	return map[string]bool{"isHealthy": true}, nil
}

// show sends a request to h and prints the answer.
func show(h nethttp.Handler, method, target, body string, headers ...string) {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	fmt.Println(strings.TrimSpace(fmt.Sprint(rec.Code, " ", rec.Body)))
}

func ExampleHandler() {
	h, err := http.Handler(service(),
		http.Get("/orders/{id}", "order:get"),
		http.Post("/orders", "order:place"),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(h, "GET", "/orders/7", "")
	show(h, "POST", "/orders", `{"customer":"grace"}`)
	show(h, "GET", "/orders/9", "")
	// Output:
	// 200 {"id":7,"customer":"ada"}
	// 201 {"id":8,"customer":"grace"}
	// 404 {"type":"https://benzene.app/problems/not-found","title":"Not found","status":404,"detail":"there is no order 9","benzeneStatus":"not-found","errors":[{"message":"there is no order 9"}]}
}

func ExampleHandler_findings() {
	_, err := http.Handler(service(),
		http.Get("/orders/{id}", "order:fetch"),
		http.Get("/orders/{nr}/again", "order:place"),
	)
	fmt.Println(err)
	// Output:
	// http: route "GET /orders/{id}" names topic "order:fetch", which has no handler; add one, or drop the route
	// http: route "GET /orders/{nr}/again" takes field "nr" from wildcard "nr", but struct { Customer string "json:\"customer\"" }, the request of topic "order:place", has no such field that text can fill; add it, or rename one of the two
}

func ExampleListen() {
	server := http.Listen("localhost:0", http.Get("/orders/{id}", "order:get"))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := server.Bind(service()); err != nil {
		fmt.Println(err)
	}
	if err := server.Open(ctx); err != nil {
		fmt.Println(err)
	}
	ended := make(chan error)
	go func() { ended <- server.Serve(ctx) }()

	res, err := nethttp.Get("http://" + server.Addr() + "/orders/7")
	if err != nil {
		fmt.Println(err)
		return
	}
	body, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	fmt.Println(res.Status, string(body))

	cancel()
	fmt.Println(<-ended)
	nethttp.DefaultClient.CloseIdleConnections()
	// Output:
	// 200 OK {"id":7,"customer":"ada"}
	// <nil>
}

func ExampleServe() {
	server := &nethttp.Server{Addr: "localhost:0", WriteTimeout: 0, MaxHeaderBytes: 4 << 10}
	err := http.Serve(server, http.Get("/orders/{id}", "order:get")).Bind(service())
	fmt.Println(err)
	// Output: <nil>
}

func ExampleBehind() {
	known := func(next nethttp.Handler) nethttp.Handler {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			if _, _, ok := r.BasicAuth(); !ok {
				w.WriteHeader(nethttp.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	h, _ := http.Handler(service(),
		http.Get("/orders/{id}", "order:get"),
		http.Behind(known, http.Post("/orders", "order:place")),
	)
	show(h, "GET", "/orders/7", "")
	show(h, "POST", "/orders", `{"customer":"grace"}`)
	show(h, "POST", "/orders", `{"customer":"grace"}`, "Authorization", "Basic Z3JhY2U6aG9wcGVy")
	// Output:
	// 200 {"id":7,"customer":"ada"}
	// 401
	// 201 {"id":8,"customer":"grace"}
}

func ExampleFromHeader() {
	h, _ := http.Handler(service(), http.Post("/orders", "order:place", http.FromHeader("X-Customer", "customer")))
	show(h, "POST", "/orders", "", "X-Customer", "grace")
	// Output: 201 {"id":8,"customer":"grace"}
}

func ExampleLimit() {
	h, _ := http.Handler(service(), http.Post("/orders", "order:place", http.Limit(8)))
	show(h, "POST", "/orders", `{"customer":"grace"}`)
	// Output: 413 {"title":"Request Entity Too Large","status":413,"detail":"the body must not be larger than 8 bytes","benzeneStatus":"content-too-large","errors":[{"message":"the body must not be larger than 8 bytes"}]}
}

func ExampleMount() {
	robots := func(http.Site) (nethttp.Handler, error) {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			_, _ = io.WriteString(w, "User-agent: *\nDisallow: /")
		}), nil
	}
	h, _ := http.Handler(service(), http.Mount("/robots.txt", robots))
	show(h, "GET", "/robots.txt", "")
	// Output:
	// 200 User-agent: *
	// Disallow: /
}

func ExampleRoutes() {
	reading := http.Routes(http.Get("/orders/{id}", "order:get"))
	writing := http.Routes(http.Post("/orders", "order:place"))
	h, _ := http.Handler(service(), reading, writing)
	show(h, "GET", "/orders/7", "")
	// Output: 200 {"id":7,"customer":"ada"}
}

func ExampleEnvelope() {
	h, _ := http.Handler(service(), http.Envelope())
	show(h, "POST", "/benzene/invoke", `{"topic":"order:get","headers":{},"body":"{\"id\":7}"}`)
	// Output: 200 {"statusCode":"ok","isSuccessful":true,"headers":{"content-type":"application/json"},"body":"{\"id\":7,\"customer\":\"ada\"}"}
}

func ExampleHealth() {
	h, _ := http.Handler(service(), http.Health())
	show(h, "GET", "/benzene/health/ready", "")
	// Output: 200 {"isHealthy":true}
}

func ExampleCodeOf() {
	fmt.Println(http.CodeOf(benzene.NotFound, false))
	fmt.Println(http.CodeOf("over-quota", false), http.CodeOf("over-quota", true))
	fmt.Println(http.StatusOf(503))
	// Output:
	// 404
	// 500 200
	// service-unavailable
}

func ExampleReadBody() {
	count := func(http.Site) (nethttp.Handler, error) {
		return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			var over *nethttp.MaxBytesError
			body, err := http.ReadBody(r, 10)
			if errors.As(err, &over) {
				nethttp.Error(w, fmt.Sprintf("more than %d bytes", over.Limit), nethttp.StatusRequestEntityTooLarge)
				return
			}
			_, _ = fmt.Fprintln(w, len(body), "bytes")
		}), nil
	}
	h, err := http.Handler(service(), http.Mount("/count", count))
	if err != nil {
		fmt.Println(err)
	}
	show(h, "PUT", "/count", "a few")
	show(h, "PUT", "/count", "a few too many")
	// Output:
	// 200 5 bytes
	// 413 more than 10 bytes
}

func ExampleVersion() {
	short := func(ctx context.Context, req struct {
		ID int `json:"id"`
	}) (string, error) {
		order, err := getOrder(ctx, req)
		return "of " + order.Customer, err
	}
	registry, err := benzene.NewRegistry(
		benzene.Handle("order:get", getOrder),
		benzene.Handle("order:get", short, benzene.Version("2")),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := http.Handler(benzene.NewDispatcher(registry, nil),
		http.Get("/orders/{id}", "order:get"),
		http.Get("/v2/orders/{id}", "order:get", http.Version("2")),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	show(h, "GET", "/orders/7", "")
	show(h, "GET", "/v2/orders/7", "")
	// Output:
	// 200 {"id":7,"customer":"ada"}
	// 200 "of ada"
}
