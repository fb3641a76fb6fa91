package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"strings"
	"time"
)

// recordSize is the size of the one record of a message (RFC 8188).
const recordSize = 4096

// keys decodes the browser's public key and secret.
func (s *Subscription) keys() (*ecdh.PublicKey, []byte, error) {
	point, err := decodeBase64(s.P256dh)
	if err != nil {
		return nil, nil, errors.New("push: p256dh is not base64")
	}
	key, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, nil, errors.New("push: p256dh is not a point on the curve")
	}
	secret, err := decodeBase64(s.Auth)
	if err != nil || len(secret) != 16 {
		return nil, nil, errors.New("push: auth must be 16 bytes")
	}
	return key, secret, nil
}

// decodeBase64 accepts both alphabets, with and without padding: browsers and libraries
// differ.
func decodeBase64(s string) ([]byte, error) {
	s = strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(s)
	return base64.RawURLEncoding.DecodeString(s)
}

// encrypt returns the body of RFC 8291 for a text: salt, record size and our one-time
// public key, followed by one encrypted record.
func (s *Subscription) encrypt(text []byte, random io.Reader) ([]byte, error) {
	ours, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(random, salt); err != nil {
		return nil, err
	}
	return s.seal(text, ours, salt)
}

func (s *Subscription) seal(text []byte, ours *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	theirs, secret, err := s.keys()
	if err != nil {
		return nil, err
	}
	shared, err := ours.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(theirs.Bytes()) + string(ours.PublicKey().Bytes())
	ikm, err := hkdf.Key(sha256.New, shared, secret, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	head := append([]byte(nil), salt...)
	head = binary.BigEndian.AppendUint32(head, recordSize)
	head = append(head, byte(len(ours.PublicKey().Bytes())))
	head = append(head, ours.PublicKey().Bytes()...)
	last := append(append([]byte(nil), text...), 2) // the delimiter of the last record
	return aead.Seal(head, nonce, last, nil), nil
}

// token returns the signed statement of the sender (RFC 8292): a JWT with ES256.
func (c *Client) token(endpoint string, now time.Time) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", err
	}
	claims, err := json.Marshal(map[string]any{
		"aud": u.Scheme + "://" + u.Host, "exp": now.Add(tokenLife).Unix(), "sub": c.subject,
	})
	if err != nil {
		return "", err
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + base64.RawURLEncoding.EncodeToString(claims)
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, c.key, sum[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return text + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}
