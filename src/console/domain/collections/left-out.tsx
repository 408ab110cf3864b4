import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { leftOutTexts } from './report-text.ts';

interface Props {
  leftOut: Parameters<typeof leftOutTexts>[0] | undefined;
  noun: string;
}

export function LeftOutNotice({ leftOut, noun }: Props) {
  const texts = leftOut ? leftOutTexts(leftOut, noun) : [];
  if (texts.length === 0) return null;
  return (
    <Notice tone="info" title="Not everything that came is counted">
      {texts.map((it) => (
        <div key={it}>{it}</div>
      ))}
    </Notice>
  );
}

export function LeftOutText({ leftOut, noun }: Props) {
  const texts = leftOut ? leftOutTexts(leftOut, noun) : [];
  return texts.length > 0 && <Muted sx={{ mt: 1 }}>{texts.join(' ')}</Muted>;
}
