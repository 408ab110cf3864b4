import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isStale } from './write.ts';

/** The calls of a batch, one after the other. */
interface Calls<Rows> {
  begin?(): Promise<void>;
  /**
   * The rows of the next call; `undefined` ends the run. Rows that outlive the page must be stored as unknown before this
   * resolves.
   */
  next(): Rows | undefined | Promise<Rows | undefined>;
  /** Sends one call and records the state of its rows. @returns whether the run ends, as it must after an unknown outcome */
  send(rows: Rows): Promise<boolean>;
}

/**
 * Runs the calls of a batch. It can be stopped between two calls. After an unknown outcome it ends, and nothing more is sent
 * before that is read back (docs/decisions.md, 43).
 */
export class Run {
  private stopping = new AbortController();
  isRunning = false;

  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** After the current call. */
  stop(): void {
    this.stopping.abort();
  }

  async start<Rows>({ begin, next, send }: Calls<Rows>): Promise<void> {
    this.stopping = new AbortController();
    this.isRunning = true;
    try {
      await begin?.();
      while (!this.isStopped) {
        const rows = await next();
        if (rows === undefined || (await send(rows))) return;
      }
    } finally {
      this.isRunning = false;
    }
  }

  /** Waits before another try of the same call; not once it is stopped. */
  wait(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}

/** A run of a page: what it does at the moment, and no more calls after the page is closed. */
export function useRun<Doing extends string = never>(run: Pick<Run, 'stop'>, onEnd = async () => {}) {
  const client = useQueryClient();
  const [doing, setDoing] = useState<Doing | 'nothing' | 'sending' | 'checking'>('nothing');
  useEffect(() => () => run.stop(), [run]);
  /** Afterwards everything that is shown is read again. */
  const work = async (what: 'sending' | 'checking', act: () => Promise<unknown>) => {
    setDoing(what);
    try {
      await act();
    } finally {
      await onEnd();
      setDoing('nothing');
      void client.invalidateQueries({ predicate: isStale });
    }
  };
  return { doing, setDoing, work };
}
