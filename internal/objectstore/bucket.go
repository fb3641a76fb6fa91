package objectstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// bucket keeps files in a bucket, under a prefix.
type bucket struct {
	client       *minio.Client
	name, prefix string
}

func newBucket(u *url.URL, c Credentials) (Store, error) {
	if c.AccessKey == "" || c.SecretKey == "" {
		return nil, errors.New("objectstore: a bucket needs an access key and a secret key")
	}
	q := u.Query()
	client, err := minio.New(q.Get("endpoint"), &minio.Options{
		Creds:  credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		Secure: q.Get("tls") != "false", Region: q.Get("region"),
	})
	if err != nil {
		return nil, fmt.Errorf("objectstore: %w", err)
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" {
		if err := check(prefix); err != nil {
			return nil, err
		}
		prefix += "/"
	}
	return &bucket{client: client, name: u.Host, prefix: prefix}, nil
}

func (b *bucket) Put(ctx context.Context, name string, r io.Reader, size int64, mediaType string) error {
	if err := check(name); err != nil {
		return err
	}
	// Without TLS, an empty body is sent in signed chunks and without a length, which S3 refuses.
	opts := minio.PutObjectOptions{ContentType: mediaType, DisableContentSha256: size == 0}
	if _, err := b.client.PutObject(ctx, b.name, b.prefix+name, r, size, opts); err != nil {
		return fmt.Errorf("objectstore: put: %w", err)
	}
	return nil
}

func (b *bucket) Create(ctx context.Context, name string, content []byte, mediaType string) error {
	if err := check(name); err != nil {
		return err
	}
	opts := minio.PutObjectOptions{ContentType: mediaType, DisableMultipart: true, DisableContentSha256: len(content) == 0}
	opts.SetMatchETagExcept("*")
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, bytes.NewReader(content), int64(len(content)), opts)
	switch {
	case err == nil:
		return nil
	case minio.ToErrorResponse(err).StatusCode == http.StatusPreconditionFailed:
		return ErrExists
	}
	return fmt.Errorf("objectstore: create: %w", err)
}

func (b *bucket) Get(ctx context.Context, name string) (io.ReadCloser, int64, error) {
	if err := check(name); err != nil {
		return nil, 0, err
	}
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, 0, fmt.Errorf("objectstore: get: %w", err)
	}
	info, err := object.Stat()
	if err == nil {
		return object, info.Size, nil
	}
	if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		err = ErrNotFound
	} else {
		err = fmt.Errorf("objectstore: get: %w", err)
	}
	return nil, 0, errors.Join(err, object.Close())
}

func (b *bucket) Delete(ctx context.Context, name string) error {
	if err := check(name); err != nil {
		return err
	}
	if err := b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("objectstore: delete: %w", err)
	}
	return nil
}

func (b *bucket) List(ctx context.Context, folder string, each func(name string) error) error {
	if err := check(folder); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx) // the listing ends with us
	defer cancel()
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + folder + "/"}) {
		if object.Err != nil {
			return fmt.Errorf("objectstore: list: %w", object.Err)
		}
		if strings.HasSuffix(object.Key, "/") {
			continue
		}
		if err := each(strings.TrimPrefix(object.Key, b.prefix)); err != nil {
			return err
		}
	}
	return nil
}
