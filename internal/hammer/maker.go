package hammer

import (
	"context"
	"encoding/json"
	"fmt"
)

// maker makes what a run needs, at the first target.
type maker struct {
	cfg     Config // checked
	client  *client
	encoder *encoder
}

func newMaker(cfg Config) (*maker, error) {
	cfg, err := cfg.checked()
	if err != nil {
		return nil, err
	}
	target, err := hostPort(cfg.Targets[0], cfg.AllowRemote)
	if err != nil {
		return nil, err
	}
	return &maker{cfg: cfg, client: newClient(target), encoder: newEncoder(target, cfg.APIKey)}, nil
}

func (m *maker) close() { m.client.close() }

// post makes a thing and returns its id, which begins with prefix. headers are
// whole lines, or "".
func (m *maker) post(ctx context.Context, path, prefix, headers string, body any) (string, error) {
	reply, err := m.send(ctx, "POST", path, headers, body)
	if err != nil {
		return "", err
	}
	made := FindID(reply.Body, prefix)
	if made == "" {
		return "", fmt.Errorf("hammer: %s made nothing: %.300s", path, reply.Body)
	}
	return made, nil
}

// change changes a thing.
func (m *maker) change(ctx context.Context, method, path string, body any) error {
	_, err := m.send(ctx, method, path, "", body)
	return err
}

// send sends a request and returns its answer, which is an error unless it is 2xx.
func (m *maker) send(ctx context.Context, method, path, headers string, body any) (reply Reply, err error) {
	if err := ctx.Err(); err != nil {
		return reply, err
	}
	text, err := json.Marshal(body)
	if err != nil {
		return reply, err
	}
	head := fmt.Sprintf("%s %s HTTP/1.1\r\n%s%s%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
		method, path, m.encoder.host, m.encoder.auth, headers, len(text))
	if err := m.client.do(append([]byte(head), text...), &reply); err != nil {
		return reply, err
	}
	if !reply.OK() {
		return reply, fmt.Errorf("hammer: %s %s answered %d: %.300s", method, path, reply.Status, reply.Body)
	}
	return reply, nil
}
