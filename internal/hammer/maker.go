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
	target, err := address(cfg.Targets[0], cfg.AllowRemote)
	if err != nil {
		return nil, err
	}
	return &maker{cfg: cfg, client: newClient(target), encoder: newEncoder(target, cfg.APIKey)}, nil
}

func (m *maker) close() { m.client.close() }

// post makes a thing and returns its id, which begins with prefix. headers are
// whole lines, or "".
func (m *maker) post(ctx context.Context, path, prefix, headers string, body any) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	text, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	head := fmt.Sprintf("POST %s HTTP/1.1\r\n%s%s%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
		path, m.encoder.host, m.encoder.auth, headers, len(text))
	var reply Reply
	if err := m.client.do(append([]byte(head), text...), &reply); err != nil {
		return "", err
	}
	made := FindID(reply.Body, prefix)
	if !reply.OK() || made == "" {
		return "", fmt.Errorf("hammer: %s answered %d: %.300s", path, reply.Status, reply.Body)
	}
	return made, nil
}
