import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isStale } from '#console/api/client.ts';

interface Calls<Rows> {
  begin?(): Promise<void>;
  /**
   * The rows of the next call; `undefined` ends the run. Rows that outlive the page must be stored as unknown before
   * this resolves.
   */
  next(): Rows | undefined | Promise<Rows | undefined>;
  /**
   * Sends one call and records the state of its rows. @returns whether the run ends, as it must after an unknown
   * outcome
   */
  send(rows: Rows): Promise<boolean>;
}

/**
 * Runs the calls of a batch, which can be stopped between two. After an unknown outcome nothing more is sent before it is known
 * (docs/decisions.md, 43).
 */
export class Run {
  private stopping = new AbortController();
  isRunning = false;

  /** Of this run, for reads that a stop ends. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  get isStopped(): boolean {
    return this.signal.aborted;
  }

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
}

/** Closing the page stops the run. */
export function useRun<Doing extends string = never>(run: Pick<Run, 'stop'>, onEnd = async () => {}) {
  const client = useQueryClient();
  const [doing, setDoing] = useState<Doing | 'nothing' | 'sending'>('nothing');
  useEffect(() => () => run.stop(), [run]);
  /** Refetches visible data afterwards. */
  const work = async (act: () => Promise<unknown>) => {
    setDoing('sending');
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
