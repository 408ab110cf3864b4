/** The code of a page, or of a part that opens later, could not be loaded. */
export class NotLoaded extends Error {
  override name = 'NotLoaded';
  /** @param renew lets the next mount try again */
  constructor(
    cause: unknown,
    readonly renew: () => void = () => {},
  ) {
    super('A part of the console did not load', { cause });
  }
}

export const notLoaded = (cause: unknown): never => {
  throw cause instanceof NotLoaded ? cause : new NotLoaded(cause);
};
