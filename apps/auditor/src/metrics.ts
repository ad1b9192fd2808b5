import { createServer, type Server } from 'node:http';

/** What the auditor says of itself and of the log. */
export type Progress = {
  log: string;
  /** Entries read and led to a signed root. */
  size: number;
  /** Entries that the figures of the house are as of, and the days that were summed up. */
  figuresSize: number;
  days: number;
  entries: Readonly<Record<string, number>>;
  /** Faults by code, since the start. */
  faults: Readonly<Record<string, number>>;
  witnesses: number;
  /** When the log last answered, in seconds since 1970; 0 before. */
  lookedAt: number;
  /** Whether the log answered the last time. */
  isThere: boolean;
};

/** Figures in the text format of Prometheus. */
function formatMetrics(progress: Progress): string {
  const lines = [
    '# TYPE touchline_audit_log_size gauge',
    `touchline_audit_log_size ${progress.size}`,
    '# TYPE touchline_audit_figures_size gauge',
    `touchline_audit_figures_size ${progress.figuresSize}`,
    '# TYPE touchline_audit_days gauge',
    `touchline_audit_days ${progress.days}`,
    '# TYPE touchline_audit_entries gauge',
    ...Object.entries(progress.entries).map(
      ([kind, entries]) => `touchline_audit_entries{kind=${JSON.stringify(kind)}} ${entries}`,
    ),
    '# TYPE touchline_audit_faults_total counter',
    ...Object.entries(progress.faults).map(
      ([code, count]) => `touchline_audit_faults_total{code=${JSON.stringify(code)}} ${count}`,
    ),
    '# TYPE touchline_audit_witnesses gauge',
    `touchline_audit_witnesses ${progress.witnesses}`,
    '# TYPE touchline_audit_looked_at_seconds gauge',
    `touchline_audit_looked_at_seconds ${progress.lookedAt}`,
    '# TYPE touchline_audit_log_up gauge',
    `touchline_audit_log_up ${progress.isThere ? 1 : 0}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Serves the figures at `/metrics`. @param progress asked at each request */
export function serveMetrics(progress: () => Progress): Server {
  return createServer((request, response) => {
    const isFound = request.method === 'GET' && request.url === '/metrics';
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(isFound ? formatMetrics(progress()) : 'not found\n');
  });
}
