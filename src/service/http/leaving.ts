import type { ServerResponse } from 'node:http';

/** Aborts when the caller leaves before the end of its answer, at once if that has happened already. */
export function leavingSignal(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  // An abort makes an error with its stack, which costs as much as the rest of a finished read's closing.
  const onClose = () => {
    if (!response.writableFinished) leaving.abort();
  };
  if (response.closed) onClose();
  else response.once('close', onClose);
  return leaving.signal;
}
