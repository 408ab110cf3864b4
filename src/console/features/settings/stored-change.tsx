import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CallError } from '#console/api/errors.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { isChangedByOther } from './changed-by-other.ts';

/**
 * Reads what is stored before a change replaces it. If another administrator has changed it since the edit began, that is
 * shown instead, and only the next request sends. If it can't be read, nothing is sent.
 *
 * @param save what sends the change; an error of the last attempt goes with the next one
 * @param stored what the page has of it
 * @param isEditing whether what the person sees may differ from it
 * @param readNow `undefined` if it is gone, which the service then says
 */
export function useStoredChange<T>(props: {
  save: { reset(): void };
  stored: T;
  isEditing: boolean;
  readNow: () => Promise<T | undefined>;
  textOf: (stored: T) => string;
}): { notice: ReactNode; isReading: boolean; send: (wanted: T, act: () => void) => Promise<void> } {
  const { save, stored, isEditing, readNow, textOf } = props;
  const [opened, setOpened] = useState<{ value: T }>();
  const [found, setFound] = useState<{ changed: T } | { error: CallError }>();
  const [isReading, setReading] = useState(false);
  if (isEditing && !opened) setOpened({ value: stored });
  if (!isEditing && (opened || found)) {
    setOpened(undefined);
    setFound(undefined);
  }
  // Changes when the edit ends: a change that is still being checked is then not sent.
  const round = useRef(0);
  useEffect(() => () => void (round.current += 1), [isEditing]);
  const send = async (wanted: T, act: () => void) => {
    const { current } = round;
    save.reset();
    setReading(true);
    let now: T | undefined;
    try {
      now = await readNow();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (round.current === current) setFound({ error });
      return;
    } finally {
      setReading(false);
    }
    if (round.current !== current) return;
    if (now !== undefined && isChangedByOther(opened?.value ?? stored, wanted, now)) {
      setOpened({ value: now });
      setFound({ changed: now });
      return;
    }
    setFound(undefined);
    act();
  };
  return {
    notice:
      found &&
      ('error' in found ? (
        <ErrorState error={found.error} />
      ) : (
        <Notice tone="warning">
          Another administrator changed this to: {textOf(found.changed)}. Saving again replaces it.
        </Notice>
      )),
    isReading,
    send,
  };
}
