from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0003_user_name'),
    ]

    operations = [
        migrations.CreateModel(
            name='EmailCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254)),
                ('code_hash', models.CharField(max_length=64)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['email', 'made_at'], name='people_emailcode_of_address'),
                    models.Index(fields=['made_at'], name='people_emailcode_age'),
                ],
            },
        ),
    ]
