"""Makes the files of internal/saleimport/testdata with a real pretix and its own exporters.

scripts/pretix/export installs pretix, migrates its database and runs this in it. All
secrets, codes and times are pinned, so that the same pretix makes the same files.
"""

import csv
import io
import json
import os
import random
import sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal

os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'pretix.settings')
import django  # noqa: E402

django.setup()

from django.db import transaction  # noqa: E402
from django_scopes import scopes_disabled  # noqa: E402

from pretix.base.exporters.json import JSONExporter  # noqa: E402
from pretix.base.exporters.waitinglist import WaitingListExporter  # noqa: E402
from pretix.base.i18n import language  # noqa: E402
from pretix.base.models import (  # noqa: E402
    Event, Item, ItemVariation, Order, OrderPosition, Organizer, Question, QuestionAnswer,
    QuestionOption, Quota, Voucher, WaitingListEntry,
)
from pretix.base.models.orders import OrderFee, OrderPayment  # noqa: E402

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=timezone.utc)
FAR = datetime(2099, 4, 1, 22, 59, 59, tzinfo=timezone.utc)
PAST = datetime(2026, 10, 20, 22, 59, 59, tzinfo=timezone.utc)
chance = random.Random(23)


def secret():
    return ''.join(chance.choice('abcdefghjkmnpqrstuvwxyz23456789') for _ in range(32))


class Shop:
    def __init__(self):
        self.org = Organizer.objects.create(name='Nordlicht e.V.', slug='nordlicht')
        self.event = Event.objects.create(
            organizer=self.org, name='Nordlicht Festival 2027', slug='fest27', currency='EUR', live=True,
            date_from=datetime(2027, 6, 10, 17, 0, tzinfo=timezone.utc), date_to=datetime(2027, 6, 10, 22, 0, tzinfo=timezone.utc),
            plugins='pretix.plugins.banktransfer',
        )
        self.event.settings.timezone = 'Europe/Berlin'
        self.web = self.org.sales_channels.get(identifier='web')
        self.tax = self.event.tax_rules.create(name='VAT', rate=Decimal('19.00'))

    def item(self, name, price, position, admission=True, **more):
        return Item.objects.create(
            event=self.event, name=name, default_price=Decimal(price), tax_rule=self.tax, admission=admission,
            personalized=admission, position=position, **more)

    def quota(self, name, size, items, variations=()):
        q = Quota.objects.create(event=self.event, name=name, size=size)
        q.items.add(*items)
        q.variations.add(*variations)
        return q

    @transaction.atomic
    def order(self, code, email, status, positions, expires=FAR, testmode=False, fee=None, locale='en', **more):
        total = sum((p[1] for p in positions), Decimal(0)) + (fee or Decimal(0))
        o = Order.objects.create(
            event=self.event, organizer=self.org, code=code, email=email, status=status, expires=expires, total=total, datetime=NOW,
            locale=locale, testmode=testmode, sales_channel=self.web, secret='o' + code.lower(), **more)
        made = []
        for n, (item, price, extra) in enumerate(positions):
            parent = extra.pop('addon_to', None)
            answers = extra.pop('answers', {})
            p = OrderPosition(
                order=o, positionid=n + 1, item=item[0], variation=item[1], price=price, secret=secret(),
                addon_to=made[parent] if parent is not None else None, **extra)
            p._calculate_tax()
            p.save()
            for question, answer in answers.items():
                a = QuestionAnswer.objects.create(orderposition=p, question=question, answer=answer)
                if question.type == 'C':
                    a.options.add(question.options.get(answer__icontains=answer))
            made.append(p)
        if fee:
            OrderFee.objects.create(order=o, fee_type='payment', value=fee, description='', tax_rule=None, tax_rate=Decimal(0), tax_value=Decimal(0))
        if status == 'p' and total:
            OrderPayment.objects.create(order=o, amount=total, state='confirmed', provider='banktransfer', payment_date=NOW)
        o.create_transactions(is_new=True, positions=made, fees=list(o.fees.all()))
        return o


@scopes_disabled()
def main(folder):
    if Organizer.objects.exists():
        sys.exit('the database is not empty')
    shop = Shop()
    regular = shop.item('Festival ticket', '49.00', 1)
    adult = ItemVariation.objects.create(item=regular, value='Regular', default_price=Decimal('49.00'), position=1)
    reduced = ItemVariation.objects.create(item=regular, value='Reduced', default_price=Decimal('29.00'), position=2)
    vip = shop.item('VIP', '120.00', 2, max_per_order=4, available_until=FAR)
    shirt = shop.item('T-shirt', '20.00', 3, admission=False)
    press = shop.item('Press', '0.00', 4, require_voucher=True, hide_without_voucher=True)
    shop.quota('All tickets', 20, [regular, vip, press], [adult, reduced])
    shop.quota('VIP', 3, [vip])
    shop.quota('Reduced', 6, [regular], [reduced])
    shop.quota('Shirts', None, [shirt])

    diet = Question.objects.create(event=shop.event, question='What do you eat?', type='C', identifier='DIET', position=1, required=True)
    for n, text in enumerate(('Everything', 'Vegetarian', 'Vegan')):
        QuestionOption.objects.create(question=diet, answer=text, position=n, identifier='D%d' % n)
    company = Question.objects.create(event=shop.event, question='Company', type='S', identifier='COMPANY', position=2, required=False)
    first = Question.objects.create(event=shop.event, question='First time here?', type='B', identifier='FIRST', position=3, required=False)
    diet.items.add(regular, vip)

    A, R, V, S, P = (regular, adult), (regular, reduced), (vip, None), (shirt, None), (press, None)
    D = Decimal

    def name(full, **more):
        return dict(attendee_name_parts={'_scheme': 'full', 'full_name': full}, **more)

    shop.order('ADA01', 'ada@example.org', 'p', [
        (A, D('49.00'), name('Ada Lovelace', attendee_email='ada@example.org', answers={diet: 'Vegan', company: 'Analytical Engines', first: 'True'})),
        (R, D('29.00'), name('Charles Babbage', attendee_email='charles@example.org', answers={diet: 'Everything'})),
        (S, D('20.00'), dict(addon_to=0)),
    ])
    shop.order('GRC02', 'grace@example.org', 'p', [(V, D('120.00'), name('Grace Hopper', answers={diet: 'Vegetarian'}))], fee=D('2.50'), locale='de')
    shop.order('EARLY', 'early@example.org', 'p', [(A, D('35.00'), name('Edsger Dijkstra'))])  # sold for less before
    shop.order('PRESS', 'press@example.org', 'p', [(P, D('0.00'), name('Nellie Bly'))])
    shop.order('PENDG', 'pending@example.org', 'n', [(A, D('49.00'), name('Barbara Liskov'))])
    shop.order('LATEP', 'late@example.org', 'n', [(A, D('49.00'), name('Too Late'))], expires=PAST)
    shop.order('CANCL', 'cancelled@example.org', 'c', [(A, D('49.00'), name('No More'))])
    shop.order('EXPRD', 'expired@example.org', 'e', [(A, D('49.00'), name('Never Paid'))], expires=PAST)
    shop.order('TEST1', 'test@example.org', 'p', [(A, D('49.00'), name('Just A Test'))], testmode=True)
    shop.order('APPRV', 'approval@example.org', 'n', [(A, D('49.00'), name('To Be Approved'))], require_approval=True)
    shop.order('BOXOF', None, 'p', [(A, D('49.00'), {}), (A, D('49.00'), {})])
    shop.order('VIPS4', 'vips@example.org', 'p', [(V, D('120.00'), name('Katherine Johnson')), (V, D('120.00'), name('Dorothy Vaughan'))])
    # The same person again.
    shop.order('ADA02', 'Ada@Example.org', 'p', [(A, D('49.00'), name('Lady Byron'))])

    voucher = Voucher.objects.create(event=shop.event, code='WAITVOUCHER', item=vip, max_usages=1)
    waits = [
        ('margaret@example.org', 'Margaret Hamilton', vip, None, 0, None),
        ('alan@example.org', 'Alan Turing', vip, None, 0, None),
        ('frances@example.org', 'Frances Allen', vip, None, 10, None),
        ('john@example.org', 'John Backus', vip, None, -5, None),
        ('has@example.org', 'Has Voucher', vip, None, 0, voucher),
        ('red@example.org', 'Radia Perlman', regular, reduced, 10, None),
    ]
    for n, (email, full, item, variation, priority, got) in enumerate(waits):
        e = WaitingListEntry.objects.create(
            event=shop.event, email=email, name_parts={'_scheme': 'full', 'full_name': full}, item=item, variation=variation,
            priority=priority, voucher=got, locale='de' if n == 1 else 'en')
        WaitingListEntry.objects.filter(pk=e.pk).update(created=NOW + timedelta(minutes=n))

    event = Event.objects.get(pk=shop.event.pk)
    for locale in ('en', 'de'):
        with language(locale):
            _, _, text = JSONExporter(event, event.organizer).render({})
            if locale == 'en':
                with open(os.path.join(folder, 'pretix.json'), 'w', encoding='utf-8') as f:
                    json.dump(json.loads(text), f, indent=1, ensure_ascii=False)
                    f.write('\n')
            for form, ending in (('default', 'csv'), ('semicolon', 'semicolon.csv')):
                if (locale, form) == ('en', 'semicolon'):
                    continue
                _, _, rows = WaitingListExporter(event, event.organizer).render({'_format': form, 'status': ''})
                with open(os.path.join(folder, 'pretix-waitinglist.%s.%s' % (locale, ending)), 'wb') as f:
                    f.write(rows if isinstance(rows, bytes) else rows.encode('utf-8'))


main(sys.argv[1])
