import Typography from '@mui/material/Typography';
import { Notice } from '#console/kit/ui/notice.tsx';
import { leftOutTexts } from './report-text.ts';

interface Props {
  leftOut: Parameters<typeof leftOutTexts>[0] | undefined;
  noun: string;
}

/** Explains which records are not counted; renders nothing if all are. */
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

/** For cards. */
export function LeftOutText({ leftOut, noun }: Props) {
  const texts = leftOut ? leftOutTexts(leftOut, noun) : [];
  return (
    texts.length > 0 && (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {texts.join(' ')}
      </Typography>
    )
  );
}
