import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Notice } from '#kit/ui/notice.tsx';

/** The only time that a secret is shown. */
export const SecretNotice = (props: {
  /** Who uses it, such as the client ID. */
  user?: { label: string; name: string };
  what?: 'secret' | 'password';
  secret: string;
}) => {
  const { user, what = 'secret', secret } = props;
  return (
    <Notice
      tone="success"
      role="status"
      title={`The ${what} is shown only now`}
      action={<CopyButton text={secret} name={`the ${what}`} variant="contained" />}
    >
      {user && (
        <div>
          {user.label} <code>{user.name}</code>
        </div>
      )}
      <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
    </Notice>
  );
};
