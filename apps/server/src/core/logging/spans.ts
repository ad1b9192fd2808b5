import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

/** Names the span that work belongs to. */
export type SpanRef = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/** Work that a trace shows as a span. Nothing in it names a person, an amount or an address. */
export type Work = {
  readonly name: string;
  readonly kind: 'call' | 'transaction' | 'batch' | 'job';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** When it began, by `performance.now()`, where that was earlier. */
  readonly startedMs?: number;
  /** What it is done for, where that are several others. It begins a trace of its own then. */
  readonly links?: readonly SpanRef[];
};

/** Node's channel for such work. `traces.ts` listens to it where a setting asks for traces. */
export const workChannel = tracingChannel<SpanRef, Work>('touchline:work');

/** The span that the current work belongs to; without listeners nothing is ever kept here. */
export const currentSpans = new AsyncLocalStorage<SpanRef>();

/**
 * Does work as a span; without listeners it only does the work.
 * @param describe called only with listeners
 */
export const traced = <T>(describe: () => Work, run: () => Promise<T>): Promise<T> =>
  workChannel.hasSubscribers ? workChannel.tracePromise(run, describe()) : run();

/** The span of the current work; undefined without listeners, or where the work has none. */
export const currentSpan = (): SpanRef | undefined =>
  workChannel.hasSubscribers ? currentSpans.getStore() : undefined;

/** The trace of the current work as the log names it; empty where none is kept. */
export const traceFields = (
  span: SpanRef | undefined = currentSpan(),
): { traceId?: string; spanId?: string } =>
  span?.isSampled === true ? { traceId: span.traceId, spanId: span.spanId } : {};
