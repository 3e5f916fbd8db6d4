"""Practice is played for money of practice: what was drafted or announced before as a test in the house's currency follows.

One that has taken entries keeps the currency of its books.
"""

from django.db import migrations

FOLLOWS = """
UPDATE tournaments_tournament t SET currency = 'XTS'
WHERE t.practice AND t.currency <> 'XTS' AND t.state IN ('draft', 'announced')
  AND NOT EXISTS (SELECT FROM tournaments_registration r WHERE r.tournament_id = t.id)
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0042_paid_ahead_stays")]

    operations = [migrations.RunSQL(FOLLOWS, migrations.RunSQL.noop)]
