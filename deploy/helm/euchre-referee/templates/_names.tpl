{{- define "referee.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "referee.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "referee.labels" -}}
{{ include "referee.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/component: referee
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "referee.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* What `euchre serve --store` takes (docs/store.md). */ -}}
{{- define "referee.store" -}}
{{- with .Values.store -}}
{{- $scheme := ternary "rediss" "redis" .tls -}}
{{- $user := ternary (printf "%s@" .username) "" (ne .username "") -}}
{{- $hosts := join "," .hosts -}}
{{- if eq .kind "sentinel" }}{{ printf "%s+sentinel://%s%s/%s" $scheme $user $hosts .service }}
{{- else if eq .kind "cluster" }}{{ printf "%s+cluster://%s%s" $scheme $user $hosts }}
{{- else }}{{ printf "%s://%s%s/%d" $scheme $user $hosts (int .database) }}{{ end }}
{{- end }}
{{- end }}
