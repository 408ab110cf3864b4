import { CopyButton } from '#console/kit/ui/copy-button.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';

/** The only time that the secret is shown. */
export const SecretNotice = ({ clientId, secret }: { clientId: string; secret: string }) => (
  <Notice
    tone="success"
    role="status"
    title="The secret is shown only now"
    action={<CopyButton text={secret} name="the secret" variant="contained" />}
  >
    <div>
      Client ID <code>{clientId}</code>
    </div>
    <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
  </Notice>
);
