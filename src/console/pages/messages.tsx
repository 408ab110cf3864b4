import Stack from '@mui/material/Stack';
import { useConfig } from '../config.ts';
import { MessageComposer } from '../parts/message-composer.tsx';
import { SentMessages } from '../parts/message-sent.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { useSentMessages } from '../sent-messages.ts';

/** Template messages: the composer, and what this session has sent. */
export function Messages() {
  const { organisation } = useConfig();
  const sent = useSentMessages();
  return (
    <Page title="Messages" lead={`Template messages by WhatsApp, in the name of organisation ${organisation}.`}>
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
