from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_no_tickets'),
    ]

    operations = [
        migrations.AddField(
            model_name='venue',
            name='pix_key',
            field=models.CharField(blank=True, default='', max_length=77),
        ),
        migrations.AddField(
            model_name='venue',
            name='pix_receiver',
            field=models.CharField(blank=True, default='', max_length=25),
        ),
        migrations.AddField(
            model_name='venue',
            name='pix_city',
            field=models.CharField(blank=True, default='', max_length=15),
        ),
    ]
