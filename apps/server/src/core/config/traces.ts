import { Type } from 'typebox';

/** Settings of traces, under the names that OpenTelemetry gives them. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description: 'where traces are sent, as http://127.0.0.1:4318; without it none are made',
    }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    pattern: '^([^=,\\s]+=[^,]*(,[^=,\\s]+=[^,]*)*)?$',
    default: '',
    description: 'headers of what is sent there: name=value, comma separated',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.1,
    description: 'the share of calls, batches and jobs that are traced',
  }),
};
