/** A stream that the test opens, breaks and writes to. */
export class FakeSource extends EventTarget {
  closed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
  say(kind: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}
