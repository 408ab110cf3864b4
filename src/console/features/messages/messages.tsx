import Stack from '@mui/material/Stack';
import { useConfig } from '#console/api/config.ts';
import { Forbidden } from '#console/kit/ui/forbidden.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { Section } from '#console/kit/ui/section.tsx';
import { useSentMessages } from '#console/session/sent-messages.ts';
import { MessageComposer } from './composer.tsx';
import { SentMessages } from './sent.tsx';

export function Messages() {
  const { organisation } = useConfig();
  const sent = useSentMessages();
  return (
    <Page title="Messages" lead={`WhatsApp template messages, sent in the name of organisation ${organisation}.`}>
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
