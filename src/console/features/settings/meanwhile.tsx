import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CallError } from '#console/api/errors.ts';
import { Notice } from '#console/kit/ui/notice.tsx';

/**
 * Reads what is stored before a change replaces it. If another administrator has changed it since the edit began, that is
 * shown instead, and only the next request sends.
 *
 * @param stored what the page has of it
 * @param isEditing whether what the person sees may differ from it
 * @param readNow `undefined` if it is gone, which the service then says
 */
export function useMeanwhile<T>(props: {
  stored: T;
  isEditing: boolean;
  readNow: () => Promise<T | undefined>;
  textOf: (stored: T) => string;
}): { notice: ReactNode; isReading: boolean; send: (act: (now: T | undefined) => void) => Promise<void> } {
  const { stored, isEditing, readNow, textOf } = props;
  const [opened, setOpened] = useState<{ value: T }>();
  const [changed, setChanged] = useState<{ value: T }>();
  const [isReading, setReading] = useState(false);
  if (isEditing && !opened) setOpened({ value: stored });
  if (!isEditing && (opened || changed)) {
    setOpened(undefined);
    setChanged(undefined);
  }
  // Changes when the edit ends: a change that is still being checked is then not sent.
  const round = useRef(0);
  useEffect(() => () => void (round.current += 1), [isEditing]);
  const send = async (act: (now: T | undefined) => void) => {
    const { current } = round;
    setReading(true);
    let now: T | undefined;
    try {
      now = await readNow();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setReading(false);
    }
    if (round.current !== current) return;
    if (now !== undefined && JSON.stringify(now) !== JSON.stringify(opened?.value ?? stored)) {
      setOpened({ value: now });
      setChanged({ value: now });
      return;
    }
    setChanged(undefined);
    act(now);
  };
  return {
    notice: changed && (
      <Notice tone="warning">
        Somebody else changed this meanwhile to: {textOf(changed.value)}. Saving again replaces it.
      </Notice>
    ),
    isReading,
    send,
  };
}
