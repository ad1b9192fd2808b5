/** Text or bytes that do not have the form which their specification demands. The message says which part is wrong. */
export class Malformed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Malformed';
  }
}
