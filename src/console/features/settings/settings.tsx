import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AppearanceChoice } from '#console/domain/appearance-choice.tsx';
import { links } from '#console/domain/links.ts';
import { TimeZoneLine } from '#console/domain/time-zone.tsx';
import { guideOf, keepGuide } from '#console/session/guide.ts';
import { forgetColumns, hasRememberedColumns } from '#console/session/import-columns.ts';
import { forgetView, savedViews, type SavedView } from '#console/session/saved-views.ts';
import { lettersAreOff, turnLetters } from '#console/session/single-keys.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { Page } from '#kit/ui/page.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { Defaults } from './defaults.tsx';
import { SettingsLine } from './line.tsx';
import { SettingsTabs } from './tabs.tsx';

function Keys() {
  const [off, setOff] = useState(lettersAreOff);
  return (
    <CheckBox
      label="Single-key shortcuts (n = new mandate, g + letter = go to page, ? = show all)"
      isOn={!off}
      onChange={(isOn) => {
        turnLetters(!isOn);
        setOff(!isOn);
      }}
    />
  );
}

function Views() {
  const { href } = useTenant();
  const [views, setViews] = useState(savedViews);
  const remove = (view: SavedView) => {
    forgetView(view);
    setViews(savedViews());
  };
  if (views.length === 0)
    return (
      <Typography color="textSecondary">
        None yet. Save one under View on any list, or under More on a report.
      </Typography>
    );
  return views.map((it) => (
    <SettingsLine
      key={`${it.page} ${it.name}`}
      name={
        <Link component={RouterLink} to={`${href(it.page)}?${it.query}`}>
          {it.name}
        </Link>
      }
      text={it.title}
      action={
        <Button size="small" aria-label={`Delete the view ${it.name}`} onClick={() => remove(it)}>
          Delete
        </Button>
      }
    />
  ));
}

function Remembered() {
  const [has, setHas] = useState(hasRememberedColumns);
  return (
    <SettingsLine
      name="Import column mapping"
      text={has ? 'Headings that you matched before are matched again, until you sign out.' : 'None remembered yet.'}
      action={
        has && (
          <Button
            size="small"
            onClick={() => {
              forgetColumns();
              setHas(false);
            }}
          >
            Clear
          </Button>
        )
      }
    />
  );
}

function Guide() {
  const { merchant, product, href } = useTenant();
  const navigate = useNavigate();
  const isDismissed = guideOf({ merchant, product }) === 'dismissed';
  return (
    <SettingsLine
      name="First steps"
      text="The guide on the overview of a merchant who has no transactions yet."
      action={
        isDismissed && (
          <Button
            size="small"
            onClick={() => {
              keepGuide({ merchant, product }, null);
              void navigate(href(links.overview()));
            }}
          >
            Show again
          </Button>
        )
      }
    />
  );
}

export function SettingsPage() {
  const { people } = useConfig();
  return (
    <Page
      title="Settings"
      tabs={<SettingsTabs />}
      lead={`Stored in this browser only.${people === 'offered' ? '' : ' People, programs and merchants are managed where this service is run.'}`}
    >
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
        <Panel title="Appearance">
          <Box sx={{ maxWidth: 280 }}>
            <AppearanceChoice />
          </Box>
        </Panel>
        <Panel title="Keyboard and times">
          <Keys />
          <TimeZoneLine />
        </Panel>
        <Panel title={'Defaults for new records'}>
          <Defaults />
        </Panel>
        <Panel title="Saved views">
          <Views />
        </Panel>
        <Panel title="Help">
          <Remembered />
          <Guide />
        </Panel>
      </Box>
    </Page>
  );
}
