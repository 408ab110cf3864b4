import { useState } from 'react';
import { PlainInput } from '#kit/form/plain-field.tsx';

/** `HH:MM` from `9`, `930`, `9:30` or `09h30`; anything else unchanged. */
function readTime(typed: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})[:h.]?(\d{2})?$/i.exec(typed.trim()) ?? [];
  const isTime = hour !== undefined && Number(hour) < 24 && Number(minute) < 60;
  return isTime ? `${hour.padStart(2, '0')}:${minute}` : typed.trim();
}

/** Reports the time on blur or Enter. */
export function TimeField(props: { label: string; value: string; onChange(value: string): void; isWrong: boolean }) {
  const { label, value, onChange, isWrong } = props;
  const [typed, setTyped] = useState<string>();
  const settle = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const next = readTime(typed);
    if (next !== value) onChange(next);
  };
  return (
    <PlainInput
      label={label}
      placeholder="08:00"
      isWrong={isWrong}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}
