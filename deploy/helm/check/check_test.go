// Package check renders the Helm chart as Helm does and decodes each manifest strictly into the
// types of Kubernetes' API, so that a field that is misspelled or of another type fails. It is a
// module of its own, so that the program depends on none of this.
package check

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// object is a manifest, decoded.
type object struct {
	kind, name string
	value      any
}

// kinds are the kinds that the chart may make.
var kinds = map[string]func() any{
	"apps/v1 StatefulSet":                    func() any { return new(appsv1.StatefulSet) },
	"apps/v1 Deployment":                     func() any { return new(appsv1.Deployment) },
	"v1 Service":                             func() any { return new(corev1.Service) },
	"v1 ServiceAccount":                      func() any { return new(corev1.ServiceAccount) },
	"v1 ConfigMap":                           func() any { return new(corev1.ConfigMap) },
	"networking.k8s.io/v1 Ingress":           func() any { return new(networkingv1.Ingress) },
	"policy/v1 PodDisruptionBudget":          func() any { return new(policyv1.PodDisruptionBudget) },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return new(autoscalingv2.HorizontalPodAutoscaler) },
}

func load(t *testing.T) *chart.Chart {
	t.Helper()
	c, err := loader.Load("../holdfast")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

// render renders the chart with some values.
func render(t *testing.T, values map[string]any) (list []object, err error) {
	t.Helper()
	c := load(t)
	if err := chartutil.ProcessDependencies(c, values); err != nil {
		return nil, err
	}
	all, err := chartutil.ToRenderValues(c, values, chartutil.ReleaseOptions{Name: "tickets", Namespace: "events", Revision: 1, IsInstall: true}, nil)
	if err != nil {
		return nil, err
	}
	files, err := engine.Render(c, all)
	if err != nil {
		return nil, err
	}
	for name, text := range files {
		if strings.HasSuffix(name, "NOTES.txt") {
			continue
		}
		docs := utilyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(text)))
		for {
			doc, err := docs.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(bytes.TrimSpace(doc)) > 0 {
				list = append(list, decode(t, name, doc))
			}
		}
	}
	return list, nil
}

// decode decodes a manifest strictly.
func decode(t *testing.T, file string, doc []byte) object {
	t.Helper()
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Name   string            `json:"name"`
			Labels map[string]string `json:"labels"`
		} `json:"metadata"`
	}
	if err := yaml.Unmarshal(doc, &head); err != nil {
		t.Fatalf("%s: %v\n%s", file, err, doc)
	}
	make, ok := kinds[head.APIVersion+" "+head.Kind]
	if !ok {
		t.Fatalf("%s: a %s of %s", file, head.Kind, head.APIVersion)
	}
	v := make()
	if err := yaml.UnmarshalStrict(doc, v); err != nil {
		t.Errorf("%s: %v\n%s", file, err, doc)
	}
	if head.Metadata.Labels["app.kubernetes.io/instance"] != "tickets" || len(head.Metadata.Name) > 63 {
		t.Errorf("%s: metadata %+v", file, head.Metadata)
	}
	return object{head.Kind, head.Metadata.Name, v}
}

func kindsOf(list []object) (names []string) {
	for _, o := range list {
		names = append(names, o.kind)
	}
	slices.Sort(names)
	return names
}

func find[T any](t *testing.T, list []object) T {
	t.Helper()
	for _, o := range list {
		if v, ok := o.value.(T); ok {
			return v
		}
	}
	var none T
	t.Fatalf("there is no %T", none)
	return none
}

var baseURL = map[string]any{"baseURL": "https://tickets.example.org"}

// TestSQLite: with nothing said, one server on a volume of its own.
func TestSQLite(t *testing.T) {
	list, err := render(t, baseURL)
	if err != nil {
		t.Fatal(err)
	}
	if got := kindsOf(list); !slices.Equal(got, []string{"Service", "Service", "ServiceAccount", "StatefulSet"}) {
		t.Errorf("%q", got)
	}
	s := find[*appsv1.StatefulSet](t, list)
	if *s.Spec.Replicas != 1 || len(s.Spec.VolumeClaimTemplates) != 1 || s.Spec.VolumeClaimTemplates[0].Spec.AccessModes[0] != corev1.ReadWriteOnce {
		t.Errorf("%+v", s.Spec)
	}
	hardened(t, &s.Spec.Template.Spec)
	if got := env(&s.Spec.Template.Spec)["HOLDFAST_DB"].Value; got != "sqlite:/data/holdfast.db" {
		t.Errorf("the database is %q", got)
	}
	if _, err := render(t, with(baseURL, map[string]any{"replicas": 2})); err == nil {
		t.Error("two servers on SQLite are taken")
	}
	if _, err := render(t, map[string]any{}); err == nil {
		t.Error("it is taken without a base URL")
	}
}

// TestPostgres: with PostgreSQL, several servers that are kept apart, some of which stay up, and
// as many as they need.
func TestPostgres(t *testing.T) {
	if _, err := render(t, with(baseURL, map[string]any{"database": map[string]any{"kind": "postgres"}})); err == nil {
		t.Error("it is taken without a secret of the database")
	}
	list, err := render(t, postgres)
	if err != nil {
		t.Fatal(err)
	}
	if got := kindsOf(list); !slices.Equal(got, []string{"Deployment", "HorizontalPodAutoscaler", "Ingress", "PodDisruptionBudget", "Service", "ServiceAccount"}) {
		t.Errorf("%q", got)
	}
	d := find[*appsv1.Deployment](t, list)
	pod := &d.Spec.Template.Spec
	hardened(t, pod)
	if d.Spec.Replicas != nil {
		t.Error("replicas are given, and an autoscaler sets them")
	}
	if d.Spec.Strategy.RollingUpdate.MaxUnavailable.IntValue() != 0 || len(pod.TopologySpreadConstraints) == 0 {
		t.Errorf("%+v", d.Spec.Strategy)
	}
	vars := env(pod)
	if vars["HOLDFAST_DB"].ValueFrom.SecretKeyRef.Name != "db" || vars["HOLDFAST_MASTER_KEY"].ValueFrom.SecretKeyRef.Name != "keys" || !strings.HasPrefix(vars["HOLDFAST_FILES"].Value, "s3://") {
		t.Errorf("%+v", vars)
	}
	budget := find[*policyv1.PodDisruptionBudget](t, list)
	for key, value := range budget.Spec.Selector.MatchLabels {
		if d.Spec.Template.Labels[key] != value {
			t.Errorf("the budget selects %s=%s, and pods have %q", key, value, d.Spec.Template.Labels[key])
		}
	}
	scaler := find[*autoscalingv2.HorizontalPodAutoscaler](t, list)
	if scaler.Spec.ScaleTargetRef.Name != d.Name || *scaler.Spec.MinReplicas != 2 || scaler.Spec.MaxReplicas != 6 || len(scaler.Spec.Metrics) != 2 {
		t.Errorf("%+v", scaler.Spec)
	}
	service := find[*corev1.Service](t, list)
	ingress := find[*networkingv1.Ingress](t, list)
	if to := ingress.Spec.Rules[0].HTTP.Paths[0].Backend.Service; ingress.Spec.Rules[0].Host != "tickets.example.org" || to.Name != service.Name || to.Port.Name != service.Spec.Ports[0].Name {
		t.Errorf("%+v", ingress.Spec)
	}
}

var postgres = with(baseURL, map[string]any{
	"database":    map[string]any{"kind": "postgres", "existingSecret": "db"},
	"keys":        map[string]any{"existingSecret": "keys"},
	"files":       map[string]any{"url": "s3://tickets/files?endpoint=s3.example.org", "existingSecret": "bucket"},
	"mail":        map[string]any{"existingSecret": "mail", "from": "Tickets <tickets@example.org>"},
	"redis":       map[string]any{"existingSecret": "redis"},
	"autoscaling": map[string]any{"enabled": true, "queueRatio": 0.3},
	"ingress":     map[string]any{"enabled": true, "className": "nginx", "tlsSecret": "cert"},
})

func with(a, b map[string]any) map[string]any {
	all := map[string]any{}
	for _, m := range []map[string]any{a, b} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

// env are the variables of the server.
func env(pod *corev1.PodSpec) map[string]corev1.EnvVar {
	vars := map[string]corev1.EnvVar{}
	for _, v := range pod.Containers[0].Env {
		vars[v.Name] = v
	}
	return vars
}

// hardened looks that the server may do no more than it needs, and is probed and stopped as the
// image says.
func hardened(t *testing.T, pod *corev1.PodSpec) {
	t.Helper()
	c := pod.Containers[0]
	switch s := c.SecurityContext; {
	case s == nil, !*s.ReadOnlyRootFilesystem, *s.AllowPrivilegeEscalation, len(s.Capabilities.Drop) != 1, !*pod.SecurityContext.RunAsNonRoot, *pod.SecurityContext.RunAsUser != 65532,
		pod.SecurityContext.SeccompProfile.Type != corev1.SeccompProfileTypeRuntimeDefault, *pod.AutomountServiceAccountToken:
		t.Errorf("%+v %+v", pod.SecurityContext, s)
	}
	if c.ReadinessProbe.HTTPGet.Path != "/readyz" || c.LivenessProbe.HTTPGet.Path != "/healthz" || c.StartupProbe == nil || *pod.TerminationGracePeriodSeconds != 60 {
		t.Errorf("%+v", c.ReadinessProbe)
	}
	if c.Resources.Requests.Cpu().IsZero() || c.Resources.Limits.Memory().IsZero() {
		t.Errorf("%+v", c.Resources)
	}
	named := map[string]bool{}
	for _, v := range pod.Volumes {
		named[v.Name] = true
	}
	for _, m := range c.VolumeMounts {
		if !named[m.Name] && m.Name != "data" {
			t.Errorf("%s is mounted, and there is not a volume of that name", m.Name)
		}
	}
}

// TestNATS: the address, the credentials and the certificates are told where they are mounted, and nothing of
// it without an address.
func TestNATS(t *testing.T) {
	for _, kind := range []map[string]any{baseURL, postgres} {
		list, err := render(t, with(kind, map[string]any{"nats": map[string]any{
			"url": "tls://nats:4222", "existingSecret": "nats", "tls": map[string]any{"existingSecret": "nats-ca", "client": true},
		}}))
		if err != nil {
			t.Fatal(err)
		}
		pod := podOf(t, list)
		env := map[string]string{}
		for _, e := range pod.Containers[0].Env {
			env[e.Name] = e.Value
		}
		want := map[string]string{
			"HOLDFAST_NATS": "tls://nats:4222", "HOLDFAST_NATS_STREAM": "holdfast", "HOLDFAST_NATS_CONSUMER": "holdfast", "HOLDFAST_NATS_CREDENTIALS": "/nats/nats.creds",
			"HOLDFAST_NATS_CA": "/nats-tls/ca.crt", "HOLDFAST_NATS_CERT": "/nats-tls/tls.crt", "HOLDFAST_NATS_KEY": "/nats-tls/tls.key",
		}
		for name, value := range want {
			if env[name] != value {
				t.Errorf("%s is %q, want %q", name, env[name], value)
			}
		}
		mounted := map[string]string{}
		for _, m := range pod.Containers[0].VolumeMounts {
			mounted[m.Name] = m.MountPath
		}
		secrets := map[string]string{}
		for _, v := range pod.Volumes {
			if v.Secret != nil {
				secrets[v.Name] = v.Secret.SecretName
			}
		}
		if mounted["nats"] != "/nats" || mounted["nats-tls"] != "/nats-tls" || secrets["nats"] != "nats" || secrets["nats-tls"] != "nats-ca" {
			t.Errorf("mounted %v of %v", mounted, secrets)
		}
		if list, err = render(t, with(kind, map[string]any{"nats": map[string]any{"existingSecret": "nats"}})); err != nil {
			t.Fatal(err)
		}
		for _, e := range podOf(t, list).Containers[0].Env {
			if strings.Contains(e.Name, "NATS") {
				t.Errorf("%s without an address", e.Name)
			}
		}
	}
	if _, err := render(t, with(baseURL, map[string]any{"nats": map[string]any{"url": "http://nats:4222"}})); err == nil {
		t.Error("an address that is none of NATS is taken")
	}
}

// podOf is the pod of the server.
func podOf(t *testing.T, list []object) corev1.PodSpec {
	t.Helper()
	for _, o := range list {
		switch v := o.value.(type) {
		case *appsv1.StatefulSet:
			return v.Spec.Template.Spec
		case *appsv1.Deployment:
			return v.Spec.Template.Spec
		}
	}
	t.Fatal("there is no pod")
	return corev1.PodSpec{}
}
