{{- define "holdfast.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "holdfast.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "holdfast.labels" -}}
{{ include "holdfast.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* What cannot be, said before anything is installed. */ -}}
{{- define "holdfast.check" -}}
{{- if eq .Values.database.kind "sqlite" }}
{{- if gt (int .Values.replicas) 1 }}{{ fail "replicas: on SQLite there is one server; with database.kind=postgres there can be several" }}{{ end }}
{{- if .Values.autoscaling.enabled }}{{ fail "autoscaling: on SQLite there is one server; with database.kind=postgres there can be several" }}{{ end }}
{{- else }}
{{- $_ := required "database.existingSecret: a secret whose key url has the URL of the database" .Values.database.existingSecret }}
{{- $_ := required "keys.existingSecret: a secret with the keys master-key and log.key, which all servers share" .Values.keys.existingSecret }}
{{- $_ := required "files.url: s3://…, because servers on several machines need the same files" .Values.files.url }}
{{- end }}
{{- end }}

{{- define "holdfast.pod" -}}
metadata:
  labels:
    {{- include "holdfast.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- if or .Values.metrics.podAnnotations .Values.podAnnotations }}
  annotations:
    {{- if .Values.metrics.podAnnotations }}
    prometheus.io/scrape: "true"
    prometheus.io/port: {{ .Values.metrics.port | quote }}
    {{- end }}
    {{- with .Values.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- end }}
spec:
  serviceAccountName: {{ include "holdfast.name" . }}
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 60
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: holdfast
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      env:
        - { name: HOLDFAST_BASE_URL, value: {{ .Values.baseURL | quote }} }
        - { name: HOLDFAST_TRUSTED_PROXIES, value: {{ .Values.trustedProxies | quote }} }
        - { name: HOLDFAST_METRICS_LISTEN, value: ":{{ .Values.metrics.port }}" }
        {{- if eq .Values.database.kind "sqlite" }}
        - { name: HOLDFAST_DB, value: "sqlite:/data/holdfast.db" }
        {{- else }}
        - name: HOLDFAST_DB
          valueFrom: { secretKeyRef: { name: {{ .Values.database.existingSecret }}, key: url } }
        - name: HOLDFAST_MASTER_KEY
          valueFrom: { secretKeyRef: { name: {{ .Values.keys.existingSecret }}, key: master-key } }
        - { name: HOLDFAST_LOG_KEY, value: /data/log.key }
        # Pods hand on to each other what they are asked of an event that another one writes.
        - { name: HOLDFAST_PEER_LISTEN, value: ":9400" }
        - name: HOLDFAST_PEER_ADDRESS
          valueFrom: { fieldRef: { fieldPath: status.podIP } }
        {{- end }}
        {{- with .Values.files.url }}
        - { name: HOLDFAST_FILES, value: {{ . | quote }} }
        {{- end }}
        {{- with .Values.files.existingSecret }}
        - name: HOLDFAST_S3_ACCESS_KEY
          valueFrom: { secretKeyRef: { name: {{ . }}, key: access-key } }
        - name: HOLDFAST_S3_SECRET_KEY
          valueFrom: { secretKeyRef: { name: {{ . }}, key: secret-key } }
        {{- end }}
        {{- with .Values.mail.existingSecret }}
        - name: HOLDFAST_SMTP
          valueFrom: { secretKeyRef: { name: {{ . }}, key: smtp } }
        {{- end }}
        {{- with .Values.mail.from }}
        - { name: HOLDFAST_MAIL_FROM, value: {{ . | quote }} }
        {{- end }}
        {{- with .Values.redis.existingSecret }}
        - name: HOLDFAST_REDIS
          valueFrom: { secretKeyRef: { name: {{ . }}, key: url } }
        {{- end }}
        {{- if .Values.nats.url }}
        - { name: HOLDFAST_NATS, value: {{ .Values.nats.url | quote }} }
        - { name: HOLDFAST_NATS_STREAM, value: {{ .Values.nats.stream | quote }} }
        - { name: HOLDFAST_NATS_CONSUMER, value: {{ .Values.nats.consumer | quote }} }
        {{- if .Values.nats.existingSecret }}
        - { name: HOLDFAST_NATS_CREDENTIALS, value: /nats/nats.creds }
        {{- end }}
        {{- if .Values.nats.tls.existingSecret }}
        - { name: HOLDFAST_NATS_CA, value: /nats-tls/ca.crt }
        {{- if .Values.nats.tls.client }}
        - { name: HOLDFAST_NATS_CERT, value: /nats-tls/tls.crt }
        - { name: HOLDFAST_NATS_KEY, value: /nats-tls/tls.key }
        {{- end }}
        {{- end }}
        {{- end }}
        {{- with .Values.env }}{{ toYaml . | nindent 8 }}{{ end }}
      ports:
        - { name: http, containerPort: 8080 }
        - { name: metrics, containerPort: {{ .Values.metrics.port }} }
        {{- if eq .Values.database.kind "postgres" }}
        - { name: peers, containerPort: 9400 }
        {{- end }}
      # A migration or a crash before may take a while: five minutes, and then as often as below.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        failureThreshold: 150
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 2
        failureThreshold: 2
        timeoutSeconds: 3
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        failureThreshold: 6
        timeoutSeconds: 5
      resources: {{ toYaml .Values.resources | nindent 8 }}
      securityContext:
        readOnlyRootFilesystem: true
        allowPrivilegeEscalation: false
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- if eq .Values.database.kind "postgres" }}
        - { name: keys, mountPath: /data/log.key, subPath: log.key, readOnly: true }
        {{- end }}
        {{- if and .Values.nats.url .Values.nats.existingSecret }}
        - { name: nats, mountPath: /nats, readOnly: true }
        {{- end }}
        {{- if and .Values.nats.url .Values.nats.tls.existingSecret }}
        - { name: nats-tls, mountPath: /nats-tls, readOnly: true }
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: {} }
    {{- if and .Values.nats.url .Values.nats.existingSecret }}
    - name: nats
      secret: { secretName: {{ .Values.nats.existingSecret }}, defaultMode: 0400, items: [{ key: nats.creds, path: nats.creds }] }
    {{- end }}
    {{- if and .Values.nats.url .Values.nats.tls.existingSecret }}
    - name: nats-tls
      secret: { secretName: {{ .Values.nats.tls.existingSecret }}, defaultMode: 0400 }
    {{- end }}
    {{- if eq .Values.database.kind "postgres" }}
    - name: keys
      secret: { secretName: {{ .Values.keys.existingSecret }}, defaultMode: 0400, items: [{ key: log.key, path: log.key }] }
    {{- if .Values.persistence.existingClaim }}
    - { name: data, persistentVolumeClaim: { claimName: {{ .Values.persistence.existingClaim }} } }
    {{- else }}
    - { name: data, emptyDir: {} }
    {{- end }}
    {{- else if .Values.persistence.existingClaim }}
    - { name: data, persistentVolumeClaim: { claimName: {{ .Values.persistence.existingClaim }} } }
    {{- end }}
  {{- if eq .Values.database.kind "postgres" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{ include "holdfast.selector" . | nindent 10 }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{ toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
