/** How a provider has answered since this process started. */
export class ConnectionHealth {
  readonly since = new Date();
  lastAnswer: Date | undefined;
  lastFailure: { at: Date; why: string } | undefined;

  answered(): void {
    this.lastAnswer = new Date();
  }

  /** @param why without anything that the provider wrote */
  failed(why: string): void {
    this.lastFailure = { at: new Date(), why };
  }
}
