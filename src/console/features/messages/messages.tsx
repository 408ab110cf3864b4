import Stack from '@mui/material/Stack';
import { Forbidden } from '#console/kit/ui/forbidden.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { useSentMessages } from '#console/session/sent-messages.ts';
import { MessageComposer } from './composer.tsx';
import { SentMessages } from './sent.tsx';

export function Messages() {
  const sent = useSentMessages();
  return (
    <Page title="Messages">
      <Forbidden operation="templateSend" />
      <Stack spacing={3}>
        <MessageComposer />
        {sent.length > 0 && (
          <Section title="Sent in this session">
            <SentMessages sent={sent} />
          </Section>
        )}
      </Stack>
    </Page>
  );
}
