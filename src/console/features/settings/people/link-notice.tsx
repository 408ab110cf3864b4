import type { Link } from '#contract/settings-records.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { minuteText } from '#rules/day-text.ts';

/** The only time that the link is shown. */
export const LinkNotice = ({ name, link }: { name: string; link: Link }) => (
  <Notice
    tone="success"
    role="status"
    title={`Send this link to ${name}`}
    action={<CopyButton text={link.Link} name="the link" label="Copy" variant="contained" />}
  >
    <code style={{ overflowWrap: 'anywhere' }}>{link.Link}</code>
    <div>
      It works once, until {minuteText(link.Ends)}, and is not shown again. Whoever has it can choose the password.
    </div>
  </Notice>
);
