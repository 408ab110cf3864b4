import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { productsOf, useMerchants } from '#console/api/access.ts';
import { signOut, useSession } from '#console/api/auth.ts';
import { useConfig } from '#console/api/config.ts';
import { useAdministered } from '#console/api/settings.ts';
import { addressOf } from '#console/api/tenant.ts';
import { later } from '#kit/ui/later.tsx';
import { Page } from '#kit/ui/page.tsx';

const MerchantForm = later(async () => (await import('#console/features/settings/merchants/form.tsx')).MerchantForm);

/** Before there is a merchant there is no page where one could be added. */
function FirstMerchant() {
  const { products } = useConfig();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Page title="No merchants yet" lead="Add the first one. Then invite people in its settings.">
      <Button variant="contained" sx={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        Add a merchant
      </Button>
      {isOpen && (
        <MerchantForm
          products={products}
          onClose={() => {
            setOpen(false);
            // Leads to the new merchant, or back here.
            void navigate('/', { replace: true });
          }}
        />
      )}
    </Page>
  );
}

const Frame = styled('main')({ maxWidth: 640, margin: '0 auto', padding: '24px 16px' });

export function NoAccess() {
  const { merchant, product } = useParams();
  const merchants = useMerchants();
  const { name } = useSession();
  const { isAll } = useAdministered();
  const to = (number: string) => {
    const products = productsOf(number);
    const isTheirs = product !== undefined && products.includes(product);
    return addressOf({ merchant: number, product: isTheirs ? product : (products[0] ?? '') });
  };
  return (
    <Frame id="main">
      <Box component="p" sx={{ display: 'flex', alignItems: 'center', gap: 1, m: 0, mb: 4, fontWeight: 600 }}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        Collections Console
      </Box>
      {merchants.length > 0 ? (
        <Page title={`You have no access to merchant ${merchant}`} lead="You can work with:">
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {merchants.map((it) => (
              <li key={it.number}>
                <MuiLink component={Link} to={to(it.number)} sx={{ display: 'inline-block', py: 1, minHeight: 40 }}>
                  {it.number}
                  {it.name !== it.number && ` · ${it.name}`}
                </MuiLink>
              </li>
            ))}
          </Stack>
        </Page>
      ) : isAll ? (
        <FirstMerchant />
      ) : (
        <Page
          title={merchant ? `You have no access to merchant ${merchant}` : 'You have no access to any merchant yet'}
          lead="Ask your administrator for access, then sign in again."
        >
          {null}
        </Page>
      )}
      <Stack direction="row" spacing={2} sx={{ mt: 4, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {name ? `Signed in as ${name}` : 'Signed in'}
        </Typography>
        <Button variant="outlined" onClick={() => void signOut()}>
          Sign out
        </Button>
      </Stack>
    </Frame>
  );
}
